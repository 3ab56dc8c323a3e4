"""Reference of icons, traits, findings and the Python library."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterable, Iterator

import gallery
from markdown import code, prose, table

import modgen
from modgen.assets import asset_path, bundled_games
from modgen.vassal import traits
from modgen.vassal.traits import REGISTRY
from modgen_rules.engine.pairs.pairs import Pair
from modgen_rules.engine.pipeline import whole_rulebook
from modgen_rules.general.joined import known_clauses


def icons() -> str:
    """The page of all icons, each as a picture with its name."""
    lines = ["# Icons\n", "Names for `icon:` keys and columns. Your own go into `art/NAME.svg`.\n"]
    lines.append('<div class="icons">')
    for path in sorted(asset_path("icons").glob("*.svg")):
        lines.append(
            f'<figure><img alt="" src="icons/{path.name}"><code>{path.stem}</code></figure>'
        )
    return "\n".join([*lines, "</div>", ""])


def icon_files() -> dict[str, str]:
    """Path below the reference to the picture of each icon."""
    return {
        f"icons/{path.name}": path.read_text("utf-8") for path in asset_path("icons").glob("*.svg")
    }


def trait_page() -> str:
    """The page of all traits, with their fields in the order of VASSAL's files."""
    lines = [
        "# Traits\n",
        "The traits of VASSAL's pieces that Modgen reads and writes by field, with the names that",
        "`modgen unpack` and the Python library use. Other traits are kept as they are. The fields",
        "of a trait's state follow those of its type.\n",
    ]
    names = {value: name for name, value in vars(traits).items() if isinstance(value, type)}
    for prefix, trait in sorted(REGISTRY.items(), key=lambda item: names.get(item[1], "")):
        lines.append(f"## {names.get(trait, trait.__name__)}\n")
        lines.append(f"{prose(trait.__doc__ or '')} Prefix in a module: `{prefix}`.\n")
        rows = []
        for name, annotation in inspect.get_annotations(trait).items():
            if name.startswith("_") or "ClassVar" in str(annotation):
                continue
            field = getattr(trait, name, None)
            default = getattr(field, "default", "")
            shown = "" if default in (None, "", ()) or len(str(default)) > 40 else code(default)
            rows.append((code(name), code(annotation), shown, getattr(field, "doc", "")))
        lines.append(table(("field", "type", "default", "meaning"), rows))
    return "\n".join(lines)


def finding_pages() -> dict[str, str]:
    """Name to text of a page of finding codes for each bundled game."""
    pages = {}
    for game in bundled_games():
        book = whole_rulebook(game)
        known = known_clauses(book)
        lines = [
            f"# Findings: {book.games[0].info.title}\n",
            "Codes that `modgen check` reports; `--select`, house rules and baselines name them.",
            f"`modgen rule CODE` explains one, `modgen rules {game}` lists them with their tests.\n",
        ]
        lines.append(
            table(
                ("code", "clause", "rule", "state"),
                (
                    (code(one.code), one.number, one.rule, known[one.number].state)
                    for one in book.clauses.clauses
                ),
            )
        )
        shown = gallery.pair_shown(game)
        for one in book.clauses.clauses:
            mine = shown is not None and shown.clause == one.number
            lines += _pairs(one.code, known[one.number].pairs, game if mine else "")
        pages[game] = "\n".join(lines)
    return pages


def _pairs(title: str, pairs: Iterable[Pair], picture: str) -> Iterator[str]:
    """The pairs of a clause, each statement on a line; for the game `picture` with its picture."""
    for number, pair in enumerate(pairs):
        if not number:
            yield f"\n## {title}\n"
            if picture:
                address = f"../../gallery/{picture}/{gallery.PAIR}"
                yield f"![The board before and after both acts]({address}){{ loading=lazy }}\n"
        yield "```text"
        for label, text in pair.described():
            yield f"{label}:"
            yield from (f"    {one.strip()}" for one in text.split(";") if one.strip())
        yield "```\n"


def library() -> str:
    """The page of the Python library, from signatures and docstrings."""
    lines = [
        "# Python library\n",
        "`pip install vassal-modgen`, then `import modgen`. [Using Modgen as a library](../api.md) has",
        "programs to start from.\n",
    ]
    for name in modgen.__all__:
        lines += _member(name, getattr(modgen, name))
    return "\n".join(lines)


def _member(name: str, value: object) -> Iterator[str]:
    yield f"## {name}\n"
    if not callable(value):
        yield prose(value.__doc__ or "") + "\n"
        return
    if not (isinstance(value, type) and issubclass(value, Exception)):
        yield f"```text\n{name}{_signature(value)}\n```\n"
    yield _docstring(value.__doc__ or "") + "\n"
    if not isinstance(value, type):
        return
    rows = []
    for member, held in vars(value).items():
        if member.startswith("_"):
            continue
        if isinstance(held, property):
            rows.append((code(member), _first(held.__doc__)))
        elif callable(held):
            rows.append((code(f"{member}()"), _first(held.__doc__)))
    documented = _attributes(value)
    rows += [(code(one), text) for one, text in documented.items() if code(one) not in dict(rows)]
    yield table(("member", "meaning"), rows)


def _signature(value: object) -> str:
    try:
        shown = str(inspect.signature(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(...)"
    return re.sub(r"(modgen|modgen_rules|pathlib|collections\.abc)(\.\w+)*\.", "", shown)


def _first(text: str | None) -> str:
    return " ".join(prose(text or "").split("\n\n")[0].split())


def _docstring(text: str) -> str:
    """A docstring with its doctests as code."""
    out, inside = [], False
    for line in prose(text).splitlines():
        if line.startswith(">>>") and not inside:
            out.append("```pycon")
            inside = True
        elif inside and not line.strip():
            out.append("```")
            inside = False
        out.append(line)
    return "\n".join([*out, "```"] if inside else out)


def _attributes(value: type) -> dict[str, str]:
    """The attributes of a class that a docstring below them describes."""
    try:
        source = inspect.getsource(importlib.import_module(value.__module__))
    except (OSError, TypeError):
        return {}
    body = source.partition(f"class {value.__name__}")[2]
    body = body.partition("\nclass ")[0]
    return {
        name: " ".join(text.split())
        for name, text in re.findall(r'^    (\w+): [^\n]*\n    """(.*?)"""', body, re.M | re.S)
        if not name.startswith("_")
    }
