"""Reference of a game's files: every key and column with its meaning, default and an example.

The pages are in `docs/reference/files`, so that they can be read without the site. `make docs` and
`python docs/_generate/files.py` write them; a test compares them with the code.
"""

from __future__ import annotations

import csv
import types
import typing
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from markdown import code, prose, table
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from modgen.assets import TEMPLATES, bundled_games, template_path
from modgen.model.files.schema import KINDS
from modgen.model.loading.folder import FACE_COLUMNS, load
from modgen.model.types.base import QUANTITY, Colour, Id, Part
from modgen.model.types.cards import Card
from modgen.model.types.pieces import Face, PieceType

WRITTEN = Path(__file__).parents[1] / "reference" / "files"
TABLES: dict[str, tuple[type[Part], str]] = {
    "pieces": (PieceType, "pieces.csv or pieces.xlsx"),
    "card-rows": (Card, "cards.csv or cards.xlsx"),
}
LONGEST = 60
"""The longest example, in characters."""
BOUNDS = {Ge: "at least {}", Gt: "more than {}", Le: "at most {}", Lt: "less than {}"}


def pages() -> dict[str, str]:
    """Name to text of each page: one for each kind of file."""
    return {
        name: "\n".join(_page(name, model, where))
        for name, (model, where) in {**KINDS, **TABLES}.items()
    }


SAMPLES = {
    "game": ("point-to-point", "game.yaml"),
    "map": ("point-to-point", "map.yaml"),
    "pieces": ("blocks", "pieces.csv"),
    "cards": ("cards", "cards.yaml"),
    "card-rows": ("cards", "cards.csv"),
    "layout": ("point-to-point", "layouts/event.yaml"),
    "chart": ("hex", "charts/results.yaml"),
    "scenario": ("point-to-point", "scenarios/start.yaml"),
    "rules": ("point-to-point", "rules.yaml"),
}
"""For a kind of file the template and the file of it that its page shows."""


def _sample(name: str) -> Iterator[str]:
    """A whole file as an example."""
    if name in SAMPLES:
        template, file = SAMPLES[name]
        text = (template_path(template) / file).read_text("utf-8")
        lines = [line for line in text.splitlines() if "$schema=" not in line]
        yield f"`{file}` of `modgen new my-game --template {template}`:\n"
        yield "\n".join([f"```{file.rpartition('.')[2]}", *lines, "```\n"])


def _page(name: str, model: type[Part], where: str) -> Iterator[str]:
    yield f"# {where}\n"
    about = prose(model.__doc__ or "")
    if about.rstrip(".").strip("`") != where:
        yield about + "\n"
    if model in (PieceType, Card):
        yield from _columns(model)
    yield from _sample(name)
    pending, seen = [model], {Face} if model is PieceType else set()
    while pending:
        current = pending.pop(0)
        if current in seen:
            continue
        seen.add(current)
        if current is not model:
            yield f"## {current.__name__}\n"
            yield prose(current.__doc__ or "") + "\n"
        rows: list[tuple[str, ...]] = []
        listed = current in (PieceType, Card)
        for key, field in current.model_fields.items():
            if current is PieceType and key == "faces":
                rows += _face_columns()
                continue
            inner = list(parts(field.annotation))
            pending += [one for one in inner if one not in pending]
            completed = getattr(current, "completed", {}).get(key, "")
            example = column_examples(name).get(key) or examples().get((current, key), "")
            if listed and example[:1] in '[{"':
                example = ""  # as YAML has it
            mapped = listed and typing.get_origin(field.annotation) is dict
            rows.append(
                (
                    code(f"{key}.NAME" if mapped and key != "fields" else key),
                    kind(field, inner, required=field.is_required() and not completed),
                    completed or code(_default(field)),
                    field.description or "",
                    code(example),
                )
            )
        rows.sort(key=_rank)
        head = ("column" if listed else "key", *HEAD)
        if current is PieceType:
            yield from _grouped(head, rows)
        else:
            yield table(head, rows)


def _grouped(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """A table for each group of the columns of pieces."""
    by_name = {row[0].strip("`").partition(".")[0]: row for row in rows}
    if by_name.keys() != set().union(*GROUPS.values()):
        raise ValueError("each column of pieces.csv must be in one of `GROUPS`")
    for title, names in GROUPS.items():
        yield f"## {title}\n"
        yield table(head, [by_name[name] for name in names])


GROUPS: dict[str, tuple[str, ...]] = {
    "Every piece": (
        "name",
        "id",
        "plural",
        "kind",
        "side",
        "count",
        "spare",
        "unlimited",
        "home",
        "printed",
    ),
    "Look": ("shape", "size", "height", "colour", "symbol", "text"),
    "Ratings of counters": ("echelon", "factors", "nw", "ne", "sw", "se"),
    "Faces": (
        "faces",
        "face_names",
        "icons",
        "art",
        "face_colours",
        "face_sides",
        "face_texts",
        "placed_as",
        "dealt",
    ),
    "Blocks, steps, gauges and hidden pieces": (
        "back",
        "hides",
        "steps",
        "gauges",
        "lost_to",
        "replaced_by",
        "turns_back",
    ),
    "Markers on tracks": ("tracks",),
    "Movement, facing and range": (
        "goes_to",
        "immobile",
        "facings",
        "first_facing",
        "on_side",
        "arcs",
        "area",
        "trail",
        "raises",
    ),
    "Buying and exchanging": ("cost", "face_costs", "change", "becomes"),
    "For rules": (
        "strength",
        "attributes",
        "traits",
        "rank",
        "size_class",
        "source",
        "assumed",
    ),
}
"""The columns of `pieces.csv` by what they are for."""


def _rank(row: tuple[str, ...]) -> int:
    """Required keys are first, those about the source of a fact last."""
    return 2 if row[0] in ("`source`", "`assumed`") else int("required" not in row[1])


HEAD = ("value", "default", "meaning", "example")


def _columns(model: type[Part]) -> Iterator[str]:
    """How the columns of a table are named and filled."""
    yield (
        "Columns may be in any order, and their names in any case. A blank cell means the default."
        " A list has its values separated by `|`. A column with a dot fills one entry of a mapping:"
        " `attributes.move`. A column called `Notes`, `Remarks`, `Comments` or, in another"
        " language, `Bemerkungen`, `Remarques`, `Notas` or `Osservazioni` is for you: "
        + ("it is not read.\n" if model is PieceType else "no layout need show it.\n")
    )
    others: dict[str, list[str]] = {}
    for name, key in getattr(model, "synonyms", {}).items():
        counts = "`Qty`, `Amount`, `How many`, `No. of cards` and the like"
        others.setdefault(key, []).append(counts if name == QUANTITY else code(name))
    for key, names in others.items():
        yield f"- If there is no column `{key}`, one of these is used: {', '.join(names)}."
    yield ""


def _face_columns() -> Iterator[tuple[str, ...]]:
    """The columns with a value for each face."""
    for column, path in FACE_COLUMNS.items():
        field = Face.model_fields[str(path[-1])]
        meaning = f"{field.description} One for each face, separated by `|`."
        default = "`full`, `reduced`, `weak`, `last`" if path[-1] == "id" else code(_default(field))
        example = code(column_examples("pieces").get(column, ""))
        yield (code(column), kind(field, [], required=False), default, meaning, example)


def parts(annotation: object) -> Iterator[type[Part]]:
    """The types of parts that an annotation contains."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for argument in typing.get_args(annotation):
        yield from parts(argument)


@cache
def column_examples(name: str) -> dict[str, str]:
    """For each column of a table the shortest of the first values in the templates."""
    found: dict[str, str] = {}
    for template in TEMPLATES if name in TABLES else ():
        path = template_path(template) / ("pieces.csv" if name == "pieces" else "cards.csv")
        if path.exists():
            lines = (line for line in path.read_text("utf-8").splitlines() if line[:1] != "#")
            for row in csv.DictReader(lines):
                for column, value in row.items():
                    if value and len(value) <= LONGEST and value.strip("|"):
                        found.setdefault(column, value)
    return found


def kind(field: FieldInfo, inner: Iterable[type[Part]], *, required: bool | None = None) -> str:
    """What a field holds, in words, with links to parts."""
    text = _special(field.metadata) or _words(field.annotation)
    for part in inner:
        text = text.replace(part.__name__, f"[{part.__name__}](#{part.__name__.lower()})", 1)
    limits = []
    for each in field.metadata:
        if type(each) in BOUNDS:
            value = next(iter(vars(each).values())) if hasattr(each, "__dict__") else None
            value = getattr(each, type(each).__name__.lower(), value)
            limits.append(BOUNDS[type(each)].format(value))
        elif isinstance(each, MinLen) and each.min_length:
            limits.append(f"at least {each.min_length}")
        elif isinstance(each, MaxLen) and text != "id":
            limits.append(f"at most {each.max_length}")
    needed = "**required**; " if (field.is_required() if required is None else required) else ""
    return needed + text + (f" ({', '.join(limits)})" if limits else "")


SPECIAL = {"id": Id, "colour, such as `#7a4b2a`": Colour}
"""Words for texts of a certain form."""


def _special(metadata: Iterable[object]) -> str:
    """The words for a text of a certain form, by its metadata; empty for any other field."""
    patterns = {getattr(mark, "pattern", None) for mark in metadata} - {None}
    for words, alias in SPECIAL.items():
        (form,) = typing.get_args(alias)[1:]
        if patterns & {getattr(mark, "pattern", None) for mark in form.metadata} - {None}:
            return words
    return ""


NAMES = {str: "text", int: "whole number", float: "number", bool: "`true` or `false`"}


def _words(annotation: object) -> str:
    """An annotation in words."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        marks = [mark for one in arguments[1:] for mark in getattr(one, "metadata", ())]
        return _special(marks) or _words(arguments[0])
    if origin is typing.Literal:
        return ", ".join(code("false" if one is False else one) for one in arguments if one != "")
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_words(one) for one in arguments if one is not type(None)))
    if origin in (list, tuple, set, frozenset):
        listed = [one for one in arguments if one is not Ellipsis]
        if origin is tuple and Ellipsis not in arguments:
            words = [_words(one) for one in listed]
            same = f"{len(words)} {words[0]}s" if len({*words}) == 1 else ", ".join(words)
            return f"list of {same}"
        return f"list of {_words(listed[0])}" if listed else "list"
    if origin is dict:
        return f"mapping of {_words(arguments[0])} to {_words(arguments[1])}"
    if isinstance(annotation, type):
        return NAMES.get(annotation, annotation.__name__)
    return "value"


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True, validated_data={})
    if value is PydanticUndefined or value is None or value in ("", [], {}, ()):
        return ""
    return written(value)


def written(value: object) -> str:
    """A value as YAML on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Part):
        fields = (name for name in type(value).model_fields if name in value.model_fields_set)
        value = {name: getattr(value, name) for name in fields}
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(written(one) for one in value) + "]"
    text = str(value)
    return f'"{text}"' if isinstance(value, str) and (text[:1] in "#[{" or ": " in text) else text


@cache
def examples() -> dict[tuple[type[Part], str], str]:
    """The shortest example of each field in the bundled games, the template first."""
    found: dict[tuple[type[Part], str], str] = {}
    for folder in (template_path(), *bundled_games().values()):
        here: dict[tuple[type[Part], str], str] = {}
        pending: list[object] = list(vars(load(folder).game).values())
        while pending:
            value = pending.pop()
            if isinstance(value, Part):
                for name in type(value).model_fields:
                    if name not in value.model_fields_set:
                        continue
                    held = getattr(value, name)
                    pending.append(held)
                    text = written(held)
                    key = (type(value), name)
                    if held not in (None, "", [], {}) and len(text) <= LONGEST:
                        here.setdefault(key, text)
            elif isinstance(value, dict):
                pending += value.values()
            elif isinstance(value, (list, tuple)):
                pending += value
        for key, text in here.items():
            found.setdefault(key, text)
    return found


def write() -> None:
    """Write the pages into the folder of the documentation."""
    WRITTEN.mkdir(exist_ok=True)
    for name, text in pages().items():
        (WRITTEN / f"{name}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    write()
