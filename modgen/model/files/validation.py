"""Pydantic's errors in plain words, one for each mistake."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Sequence
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from modgen.model.files.diagnostics import DataPath, did_you_mean
from modgen.model.types.base import Part

MISSING = "missing"
"""The type of pydantic's error for a required field or entry that is not there."""
PATTERN = "string_pattern_mismatch"
"""The type of pydantic's error for a text that does not match the pattern of its field."""
EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "text",
    "list": "a list",
    "dict": "a mapping",
    "model": "a mapping",
    "tuple": "a list",
}
TYPES = ("_type", "_parsing", "_from_float")
"""How pydantic's names of errors about the type of a value end."""
CHOICE = "choice"
"""Our name of the error of a value that is of none of several types."""

DECIMAL_COMMA = re.compile(r"-?\d+,\d+")
"""A number with a decimal comma."""
LENGTHS = {"too_long": "at most", "too_short": "at least"}
"""Pydantic's errors about the length of a list."""
BOUNDS = {
    "Input should be less than or equal to": "at most",
    "Input should be greater than or equal to": "at least",
    "Input should be less than": "less than",
    "Input should be greater than": "more than",
}
"""How pydantic's messages about bounds begin, and how ours do."""


def plain(
    model: type[Part], errors: Sequence[ErrorDetails], data: object
) -> Iterator[ErrorDetails]:
    """The errors of some data, one for each mistake.

    A value that may be of several types has an error for each of them, which become one. A
    required field that is misspelt is unknown, and its own name is missing; the first is enough.
    """
    whole: dict[tuple[int | str, ...], list[ErrorDetails]] = {}
    for error in errors:
        at = _choice(model, error["loc"], data)
        whole.setdefault(error["loc"] if at is None else error["loc"][:at], []).append(error)
    found = [one for at, group in whole.items() for one in _of_choice(at, group)]
    misspelt = {
        (*error["loc"][:-1], word)
        for error in found
        if error["type"] == "extra_forbidden" and (owner := class_at(model, error["loc"][:-1]))
        for word in re.findall(r"`(\w+)`", did_you_mean(str(error["loc"][-1]), owner.model_fields))
    }
    missing: dict[tuple[int | str, ...], list[str]] = {}
    for error in found:
        if error["type"] != MISSING:
            yield error
        elif isinstance(last := error["loc"][-1], int):
            message = f"this list is too short; it has no entry {last + 1}"
            yield ErrorDetails(type=MISSING, loc=error["loc"][:-1], msg=message, input=None)
        elif error["loc"] not in misspelt:
            missing.setdefault(error["loc"][:-1], []).append(f"`{error['loc'][-1]}`")
    for parent, names in missing.items():
        message = f"the field {names[0]} is missing"
        if len(names) > 1:
            message = f"the fields {', '.join(names[:-1])} and {names[-1]} are missing"
        yield ErrorDetails(type=MISSING, loc=parent, msg=message, input=None)


def _choice(model: type[Part], loc: tuple[int | str, ...], data: object) -> int | None:
    """The step of a path that names one of several types of a value; None if there is none."""
    for at, step in enumerate(loc):
        if isinstance(step, int):
            data = data[step] if isinstance(data, list) and step < len(data) else None
        elif isinstance(data, dict) and step in data:
            data = data[step]
        elif step == "[key]":
            return None
        else:
            owner = class_at(model, loc[:at])
            return None if owner is not None and step in owner.model_fields else at
    return None


def _of_choice(at: tuple[int | str, ...], errors: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """The errors of a value that may be of several types: those of the type that was meant."""
    if any(error["loc"] == at for error in errors):
        return [*errors]
    inside = [error for error in errors if len(error["loc"]) > len(at) + 1]
    if inside:
        # The value is a mapping or a list, and so is one of the types.
        return [_changed(error, (*at, *error["loc"][len(at) + 1 :])) for error in inside]
    bounds = [error for error in errors if not error["type"].endswith(TYPES)]
    if bounds:
        return [_changed(bounds[0], at)]
    words = [
        word
        for error in errors
        for start, word in EXPECTED.items()
        if error["type"].startswith(start)
    ]
    wanted = " or ".join(sorted(dict.fromkeys(words), key=lambda word: word == "a mapping"))
    changed = _changed(errors[0], at)
    changed["type"], changed["ctx"] = CHOICE, {"expected": wanted}
    return [changed]


def _changed(error: ErrorDetails, loc: tuple[int | str, ...]) -> ErrorDetails:
    """An error of another value."""
    changed = error.copy()
    changed["loc"] = loc
    return changed


LIST_OF_LISTS = "write a list of lists, such as `[[122, 142]]` for one point"


def wording(kind: str, error: ErrorDetails) -> tuple[str, str]:
    """An error that is neither a missing nor an unknown field, and a remedy or an empty text."""
    value = error["input"]
    shown = f"`{value}`" if isinstance(value, str | int | float | bool) else _type_of(value)
    context = error.get("ctx", {})
    if kind in ("literal_error", "enum"):
        words = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        return f"{shown} is not allowed here", did_you_mean(str(value), filter(None, words))
    if kind == PATTERN:
        hint = _pattern_hint(str(context.get("pattern", "")), value)
        return f"{shown} has the wrong format", hint
    if kind == "value_error":
        return str(context.get("error", error["msg"])), ""
    wanted = str(context.get("expected", "")) if kind == CHOICE else ""
    if kind == "string_too_short":
        wanted, shown = "a text", "an empty one"
    if kind in LENGTHS and isinstance(value, list):
        limit = context.get("max_length", context.get("min_length"))
        noun = "entry" if limit == 1 else "entries"
        wanted, shown = f"{LENGTHS[kind]} {limit} {noun}", str(len(value))
    for start, expected in EXPECTED.items():
        if kind.startswith(start) and kind.endswith(TYPES):
            wanted = wanted or expected
    if wanted:
        hint = _comma_hint(kind, value)
        # A whole number with a decimal point would be refused as well.
        if wanted == "a number" and isinstance(value, str) and DECIMAL_COMMA.fullmatch(value):
            hint = f"write a decimal point: {value.replace(',', '.')}"
        if wanted == "a list" and isinstance(value, str | int) and not isinstance(value, bool):
            inside = isinstance(error["loc"][-1], int)
            hint = LIST_OF_LISTS if inside else f"write it in square brackets: `[{value}]`"
        return f"expected {wanted}, found {'nothing' if value is None else shown}", hint
    text = error["msg"]
    for start, expected in BOUNDS.items():
        if text.startswith(start):
            return f"expected {expected} {text.removeprefix(start).strip()}, found {shown}", ""
    return f"{text[0].lower()}{text[1:]}, found {shown}", ""


def _comma_hint(kind: str, value: object) -> str:
    """A remedy for a point such as `[28,5, 62]`, whose comma makes a third number."""
    numbers = isinstance(value, list) and all(isinstance(one, int | float) for one in value)
    return "write a decimal point, not a comma" if kind == "too_long" and numbers else ""


def _type_of(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else "another type of value"


def _pattern_hint(pattern: str, value: object) -> str:
    if ": ?" in pattern:
        return "write an arc, a colon and its range, such as `bow: 4`"
    if "Ctrl" in pattern:
        return "write Ctrl, Alt or Shift and a key, such as `Ctrl+Shift+F`"
    if pattern.startswith("^#"):
        return "write a colour as `#rrggbb`"
    if pattern.startswith("^[a-z0-9]"):
        rule = "only lower-case letters, digits, `_` and `-`, with a letter or digit first"
        better = re.sub(r"[^a-z0-9_-]+", "_", str(value).lower()).strip("_-")
        return f"use {rule}, such as `{better}`" if re.match(pattern, better) else f"use {rule}"
    if pattern.startswith(r"^\d+(\.\d+)*"):
        return "write numbers with points between them, such as `1.0` or `1.2.3`"
    return f"it must match {pattern}"


def class_at(model: type[Part], loc: DataPath) -> type[Part] | None:
    """The type of the part at a path inside a type of part."""
    annotation: Any = model
    for step in loc:
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            info = annotation.model_fields.get(str(step))
            annotation = info.annotation if info else None
        else:
            args = get_args(annotation)
            annotation = args[-1] if args else None
        while get_origin(annotation) in (Union, types.UnionType):
            types_of = [one for one in get_args(annotation) if one is not type(None)]
            parts = [one for one in types_of if isinstance(one, type) and issubclass(one, Part)]
            annotation = next(iter(parts or types_of), None)
    return annotation if isinstance(annotation, type) and issubclass(annotation, Part) else None
