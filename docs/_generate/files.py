"""Reference of a game's files: every key and column with its meaning, default and an example."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator
from functools import cache

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen
from markdown import code, prose, table
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from modgen.assets import bundled_games, template_path
from modgen.model.files.schema import KINDS
from modgen.model.loading.folder import load
from modgen.model.types.base import Part
from modgen.model.types.cards import Card
from modgen.model.types.pieces import PieceType

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
        name: "\n".join(_page(model, where)) for name, (model, where) in {**KINDS, **TABLES}.items()
    }


def _page(model: type[Part], where: str) -> Iterator[str]:
    yield f"# {where}\n"
    yield prose(model.__doc__ or "") + "\n"
    if model in (PieceType, Card):
        yield (
            "A column has the name of a key. In a column with a value for each face or panel, separate"
            " the values with `|`. A column with a dot fills one entry of a mapping:"
            " `attributes.move`.\n"
        )
    pending, seen = [model], set()
    while pending:
        current = pending.pop(0)
        if current in seen:
            continue
        seen.add(current)
        if current is not model:
            yield f"## {current.__name__} {{ #{current.__name__.lower()} }}\n"
            yield prose(current.__doc__ or "") + "\n"
        rows = []
        for name, field in current.model_fields.items():
            inner = list(parts(field.annotation))
            pending += [one for one in inner if one not in pending]
            rows.append(
                (
                    code(name),
                    kind(field, inner),
                    code(_default(field)),
                    field.description or "",
                    code(examples().get((current, name), "")),
                )
            )
        yield table(("key", "value", "default", "meaning", "example"), rows)


def parts(annotation: object) -> Iterator[type[Part]]:
    """The types of parts that an annotation contains."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for argument in typing.get_args(annotation):
        yield from parts(argument)


def kind(field: FieldInfo, inner: Iterable[type[Part]]) -> str:
    """What a field holds, in words, with links to parts."""
    text = _words(field.annotation)
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
        elif isinstance(each, MaxLen):
            limits.append(f"at most {each.max_length}")
    required = "**required**; " if field.is_required() else ""
    return required + text + (f" ({', '.join(limits)})" if limits else "")


NAMES = {str: "text", int: "whole number", float: "number", bool: "`true` or `false`"}


def _words(annotation: object) -> str:
    """An annotation in words."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _words(arguments[0])
    if origin is typing.Literal:
        return ", ".join(code(one) for one in arguments)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_words(one) for one in arguments if one is not type(None)))
    if origin in (list, tuple, set, frozenset):
        listed = [one for one in arguments if one is not Ellipsis]
        if origin is tuple and Ellipsis not in arguments:
            return "list of " + ", ".join(_words(one) for one in listed)
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
        value = {name: getattr(value, name) for name in value.model_fields_set}
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
                for name in value.model_fields_set:
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
