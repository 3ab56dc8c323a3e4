"""SVG pictures reduced to what every renderer draws alike: shapes, paints, clip paths, letters.

Styles become attributes: those of `style` and of rules in `<style>` that select by element, class
or id. Whatever would be drawn differently, or not at all, is an error with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from lxml import etree

from modgen.errors import ModgenError

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
MAX_DEPTH = 100
"""How deeply groups may nest."""
MAX_ELEMENTS = 50_000

KEPT = {
    "path",
    "circle",
    "ellipse",
    "rect",
    "polygon",
    "polyline",
    "line",
    "g",
    "defs",
    "clipPath",
    "linearGradient",
    "radialGradient",
    "stop",
    "use",
    "text",
    "tspan",
}
SILENT = {"title", "desc", "metadata", "style"}
"""Elements that draw nothing."""
ATTRIBUTES = re.compile(
    "id|d|points|transform|opacity|width|height|[cr]?[xy]|f[xy]|d[xy]|[xy][12]|r|offset"
    "|fill(-rule|-opacity)?|stroke(-width|-opacity|-linecap|-linejoin|-dasharray|-dashoffset"
    "|-miterlimit)?|stop-(color|opacity)|clip-(path|rule)|clipPathUnits|color|display|visibility"
    "|gradient(Units|Transform)|spreadMethod|font-(family|size|weight|style)|text-anchor"
    "|letter-spacing"
)
FORBIDDEN = re.compile("filter|mask(-image)?|mix-blend-mode|marker(-start|-mid|-end)?")
"""Properties without which the picture would look different."""
PLAIN = re.compile(r"(?s)(?!.*url\()[-+.,%#()'\w\s]*")
LOCAL = re.compile(r"url\(\s*['\"]?#([\w.-]{1,200})['\"]?\s*\)")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTOR = re.compile(r"(?:[a-zA-Z]+|\*)?(?:[.#][\w-]+)?")
MAX_STYLES = 1 << 20
"""The largest `<style>`, in characters."""


class SvgError(ModgenError, ValueError):
    """Something in an SVG picture that cannot be drawn; `line` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class StyleRule(NamedTuple):
    """A rule of a style sheet: what it selects, and its properties."""

    element: str
    name: str
    """A class with its dot, an id with its `#`, or nothing."""
    properties: Mapping[str, str]


def reduced(root: etree._Element, families: frozenset[str]) -> str:
    """The content of an SVG picture as SVG text. Raises SvgError.

    `families` are the font families that letters may have, in lower case.
    """
    rules = [rule for style in root.iter(f"{SVG}style") for rule in _rules(style)]
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    count = sum(1 for _ in root.iter())
    if count > MAX_ELEMENTS:
        raise SvgError(f"the picture has {count:,} elements; at most {MAX_ELEMENTS:,} are read", 1)
    for use in root.iter(f"{SVG}use"):
        if any(above.get("id") for above in (use, *use.iterancestors())):
            raise SvgError("a <use> inside a part with an id could repeat itself", line_of(use))
    picture = _Picture(rules, {str(key) for key in ids}, families)
    inherited = picture.attributes(root, inherited_only=True)
    content = "".join(picture.written(child, 0) for child in root)
    return f"<g{inherited}>{content}</g>" if inherited else content


def line_of(element: etree._Element) -> int:
    """The line of an element, from 1."""
    return element.sourceline if isinstance(element.sourceline, int) else 1


def _rules(style: etree._Element) -> Iterator[StyleRule]:
    """The rules of a `<style>` element. Raises SvgError for selectors that are not simple."""
    text = re.sub(r"/\*.*?\*/", "", (style.text or "")[:MAX_STYLES], flags=re.DOTALL)
    if "@" in text:
        raise SvgError("rules with @ in a <style> are not supported", line_of(style))
    for found in RULE.finditer(text):
        properties = _properties(found[2], line_of(style))
        for selector in found[1].split(","):
            word = selector.strip()
            if not SELECTOR.fullmatch(word):
                raise SvgError(
                    f"the selector `{word[:60]}` is not supported; use one element, class or id",
                    line_of(style),
                )
            element, mark, name = re.match(r"([^.#]*)([.#]?)(.*)", word).groups()  # type: ignore[union-attr]
            yield StyleRule("" if element == "*" else element, mark + name, properties)


BREAKS = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def _quoted(value: str) -> str:
    """An attribute's value in quotation marks."""
    text = escape(value, quote=False)
    for character, reference in BREAKS.items():
        text = text.replace(character, reference)
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else '"' + text.replace('"', "&quot;") + '"'


def _properties(text: str, line: int) -> dict[str, str]:
    """The declarations of a style: name to value."""
    found = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if colon and FORBIDDEN.fullmatch(name) and value.strip().lower() not in ("none", "normal"):
            raise SvgError(f"`{name}` is not supported; convert it to plain shapes", line)
        if colon:
            found[name] = value.replace("!important", "").strip()
    return found


def _reference(found: re.Match[str]) -> str:
    """A reference without quotation marks, as drawings rename it."""
    return f"url(#{found[1]})"


class _Picture:
    def __init__(self, rules: list[StyleRule], ids: set[str], families: frozenset[str]) -> None:
        self.rules = rules
        self.ids = ids
        self.families = families

    def written(self, element: etree._Element, depth: int) -> str:
        """An element with its children as SVG text."""
        if not isinstance(element.tag, str) or not element.tag.startswith(SVG):
            return ""  # comments, and what editors store for themselves
        tag = element.tag.removeprefix(SVG)
        if tag in SILENT:
            return ""
        if tag not in KEPT:
            raise SvgError(
                f"<{tag}> is not supported; convert it to plain shapes", line_of(element)
            )
        if depth > MAX_DEPTH:
            raise SvgError(
                f"groups nest deeper than {MAX_DEPTH} levels; ungroup the picture", line_of(element)
            )
        inner = escape(element.text or "", quote=False) if tag in ("text", "tspan") else ""
        for child in element:
            inner += self.written(child, depth + 1)
            if tag in ("text", "tspan"):
                inner += escape(child.tail or "", quote=False)
        return f"<{tag}{self.attributes(element)}>{inner}</{tag}>"

    def attributes(self, element: etree._Element, *, inherited_only: bool = False) -> str:
        """The attributes of an element: its own, those of rules, those of its style, in this order.

        With `inherited_only`, only those that children inherit: the root has a size of its own.
        """
        found: dict[str, str] = {}
        for key, value in element.attrib.items():
            name = str(key)
            if name in ("href", f"{XLINK}href"):
                found["href"] = str(value)
            elif FORBIDDEN.fullmatch(name) and str(value) != "none":
                raise SvgError(
                    f"`{name}` is not supported; convert it to plain shapes", line_of(element)
                )
            else:
                found[name] = str(value)
        for rule in self._matching(element):
            found |= rule.properties
        found |= _properties(element.get("style") or "", line_of(element))
        if inherited_only:
            found = {
                name: value
                for name, value in found.items()
                if re.match("fill|stroke|font|color|opacity", name)
            }
        return "".join(
            f" {name}={_quoted(LOCAL.sub(_reference, value))}"
            for name, value in found.items()
            if self._fits(element, name, value)
        )

    def _matching(self, element: etree._Element) -> Iterator[StyleRule]:
        """The rules that select an element: those of classes after those of elements, ids last."""
        tag = str(element.tag).removeprefix(SVG)
        names = {f".{word}" for word in (element.get("class") or "").split()}
        names |= {f"#{element.get('id')}", ""}
        fitting = [rule for rule in self.rules if rule.element in ("", tag) and rule.name in names]
        yield from sorted(fitting, key=lambda rule: ("", ".", "#").index(rule.name[:1]))

    def _fits(self, element: etree._Element, name: str, value: str) -> bool:
        """Whether an attribute is written. Raises SvgError for one that cannot be drawn."""
        if name == "href":
            self._check_target(element, value.removeprefix("#") if value[:1] == "#" else "")
            return True
        if not ATTRIBUTES.fullmatch(name):
            return False
        if name == "font-family":
            self._check_font(element, value)
            return True
        local = LOCAL.fullmatch(value)
        if local:
            self._check_target(element, local[1])
            return True
        return bool(PLAIN.fullmatch(value))

    def _check_target(self, element: etree._Element, name: str) -> None:
        if name not in self.ids:
            raise SvgError(
                f"`{name[:60]}` is not in the picture; only its own parts can be used",
                line_of(element),
            )

    def _check_font(self, element: etree._Element, value: str) -> None:
        named = [word.strip().strip("'\"").lower() for word in value.split(",")]
        if not self.families & set(named):
            raise SvgError(
                f"the font `{named[0][:60]}` is not available; convert the letters to paths, or "
                "use Noto Sans, Noto Serif or Barlow Condensed",
                line_of(element),
            )
