"""Pieces as named fields: each trait is its class and the fields that differ from the default.

    Layer: {images: [army.png, army-flipped.png], name: Step}

Tokens are text, except keys and lists. A key is `Ctrl+E`, or `/Name` for a named command. Engines
of different versions write a different number of tokens for the same trait and give a named command
a different code; `Habits` holds what is usual in a module, and a trait states only what is unusual.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from modgen.errors import ModgenError
from modgen.vassal import keys, sequence
from modgen.vassal.fields import Counted, Field, Part, Raw, Record, Rest
from modgen.vassal.keys import NAMED, Key
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import REGISTRY, Opaque, Trait

Value = str | list[str] | list[list[str]]
"""A field: a token, a list of texts, or a list of groups of texts."""

CLASSES: dict[str, type[Record]] = {
    kind.__name__: kind for kind in (*REGISTRY.values(), BasicPiece)
}
COUNTS = ("fields", "state_fields")
EXTRA = ("more", "more_state")
"""Tokens after the last known field."""
VERBATIM = "Verbatim"
"""A trait that is kept as its two texts, because no class reads it or it is damaged."""
MOST_KNOWN = 4096
"""The number of described traits that are kept."""
NAMED_KEY = re.compile(r"/(?:(5\d{4}) )?(.+)", re.DOTALL)


class PieceFormError(ModgenError, ValueError):
    """A piece in a folder is not written as described here."""


@dataclass
class Habits:
    """What is usual in a module."""

    counts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The usual number of fields in type and state, by the trait's class."""
    codes: dict[str, int] = field(default_factory=dict)
    """The usual code of each named command."""
    described: dict[Record, dict[str, dict[str, Value]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Traits that were described before. The pieces of a module share most of their traits."""

    def usual(self, kind: type[Record]) -> tuple[int, int]:
        """The usual number of fields; all of them for a trait that the module does not have."""
        counts = self.counts.get(kind.__name__)
        if counts is not None:
            return counts
        numbers = [len(part.fields) for part in kind.parts]
        return numbers[0], numbers[1]


def habits_of(pieces: Iterable[GamePiece]) -> Habits:
    """Count what is most frequent. The pieces must be readable."""
    counts: defaultdict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    codes: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for piece in pieces:
        for record in (*piece.traits, piece.basic):
            kind = type(record)
            if kind is Opaque:
                continue
            counts[kind.__name__][_present(record, 0), _present(record, 1)] += 1
            for each in kind.fields:
                value = each.__get__(record, kind)
                for key in value if isinstance(value, tuple) else (value,):
                    if isinstance(key, Key) and key.name:
                        codes[key.name][key.code] += 1
    return Habits(
        {name: counter.most_common(1)[0][0] for name, counter in sorted(counts.items())},
        {
            name: code
            for name, counter in sorted(codes.items())
            if (code := counter.most_common(1)[0][0]) != NAMED
        },
    )


def _present(record: Record, part: int) -> int:
    tokens = record.tokens(part)
    fields = record.parts[part].fields
    return sum(each.start(tokens) < len(tokens) for each in fields)


# From a piece to named fields.


def describe(piece: GamePiece, habits: Habits) -> list[dict[str, dict[str, Value]]]:
    """The traits, outermost first, then the basic piece. The caller must not change them."""
    known = habits.described
    found = []
    for record in (*piece.traits, piece.basic):
        traits = known.get(record)
        if traits is None:
            traits = _described(record, habits)
            if len(known) < MOST_KNOWN:
                known[record] = traits
        found.append(traits)
    return found


def _described(record: Record, habits: Habits) -> dict[str, dict[str, Value]]:
    kind = type(record)
    name = kind.__name__
    if kind is not Opaque and record.texts[0].startswith(kind.parts[0].prefix):
        values: dict[str, Value] = {}
        usual = habits.usual(kind)
        for number, part in enumerate(kind.parts):
            found = field_values(part, record.tokens(number), usual[number], number, habits)
            if found is None:
                break
            values |= found
        else:
            if _texts(kind, values, habits) == record.texts:
                return {name: values}
    return {VERBATIM: {"type": record.texts[0], "state": record.texts[1]}}


def field_values(
    part: Part, tokens: list[str], usual: int, number: int, habits: Habits
) -> dict[str, Value] | None:
    """The fields of a text that differ from their defaults; None for irregular tokens.

    `usual` is the number of fields that is not stated, `number` that of the text in its record.
    """
    values: dict[str, Value] = {}
    present = end = 0
    for each in part.fields:
        start = each.start(tokens)
        if start >= len(tokens):
            break
        present += 1
        end = each.end(tokens)
        own = tokens[start:end]
        if own != each.write(each.default):
            value = _shown(each, own, habits)
            if value is None:
                return None
            values[each.name] = value
    if present != usual:
        values[COUNTS[number]] = str(present)
    if end < len(tokens) and not (tokens == [""] and not part.fields):
        values[EXTRA[number]] = tokens[end:]
    return values


def _shown(each: Field, tokens: list[str], habits: Habits) -> Value | None:
    """The value of a field's tokens; None when they are irregular."""
    if isinstance(each, Rest):
        if isinstance(each, Counted):
            tokens = tokens[1:]
        if each.size == 1:
            return tokens
        if len(tokens) % each.size:
            return None
        return [tokens[at : at + each.size] for at in range(0, len(tokens), each.size)]
    return tokens[0] if isinstance(each, Raw) else _shown_token(each.wire.kind, tokens[0], habits)


def _shown_token(kind: str, token: str, habits: Habits) -> str | list[str]:
    if kind == "key":
        return _key_label(token, habits)
    if kind in ("keys", "list") and token:
        items = sequence.split(token, ",")
        value = [_key_label(item, habits) for item in items] if kind == "keys" else items
        return value if _list_token(value, kind, habits) == token else token
    return token


def _key_label(token: str, habits: Habits) -> str:
    key = keys.parse_key(token)
    if key is None:
        return token
    if key.name:
        usual = habits.codes.get(key.name, NAMED)
        label = f"/{key.name}" if key.code == usual else f"/{key.code} {key.name}"
    else:
        label = key.label
    return label if _key_token(label, habits) == token else token


# From named fields to a piece.


def compose(traits: object, habits: Habits) -> GamePiece:
    """The piece that a list of traits describes. Raises PieceFormError."""
    if not isinstance(traits, list) or not traits:
        raise PieceFormError("a piece is a list of traits that ends with BasicPiece")
    *outer, last = [_record(trait, habits) for trait in traits]
    if not isinstance(last, BasicPiece) or any(isinstance(each, BasicPiece) for each in outer):
        raise PieceFormError("the last trait of a piece must be BasicPiece, and only the last")
    piece = GamePiece(tuple(each for each in outer if isinstance(each, Trait)), last)
    try:
        piece.type_text(), piece.state_text()
    except sequence.SequenceError as problem:
        raise PieceFormError(str(problem)) from None
    return piece


def _record(trait: object, habits: Habits) -> Record:
    if isinstance(trait, str):
        trait = {trait: {}}
    if not isinstance(trait, Mapping) or len(trait) != 1:
        raise PieceFormError("a trait is its name and its fields: `- Delete: {menu: Remove}`")
    ((name, values),) = trait.items()
    if values == "":
        values = {}
    if not isinstance(values, Mapping):
        raise PieceFormError(f"the fields of {name} are not in braces: `- {name}: {{…}}`")
    if name == VERBATIM:
        texts = values.get("type"), values.get("state", "")
        if not all(isinstance(text, str) for text in texts):
            raise PieceFormError(f"{VERBATIM} needs the texts `type` and `state`")
        first, second = map(str, texts)
        is_basic = first.startswith(BasicPiece.parts[0].prefix)
        return BasicPiece.read(first, second) if is_basic else Opaque.read(first, second)
    kind = CLASSES.get(name)
    if kind is None:
        raise PieceFormError(f"there is no trait {name}{nearest(name, CLASSES)}")
    known = {each.name for each in kind.fields} | {*COUNTS, *EXTRA}
    for field_name in values:
        if field_name not in known:
            raise PieceFormError(f"{name} has no field {field_name}{nearest(field_name, known)}")
    try:
        return kind.read(*_texts(kind, values, habits))
    except sequence.SequenceError as problem:
        raise PieceFormError(f"{name}: {problem}") from None


def nearest(name: str, names: Iterable[str]) -> str:
    """A question after an unknown name: which similar one was meant; empty if none is similar."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(names), 1)
    return f"; did you mean {near[0]}?" if near else ""


def _texts(kind: type[Record], values: Mapping[str, Value], habits: Habits) -> tuple[str, ...]:
    usual = habits.usual(kind)
    return tuple(
        part.join(field_texts(part, values, usual[number], number, habits))
        for number, part in enumerate(kind.parts)
    )


def field_texts(
    part: Part, values: Mapping[str, Value], usual: int, number: int, habits: Habits
) -> list[str]:
    """The tokens of named fields, the reverse of `field_values`. Raises PieceFormError."""
    count = values.get(COUNTS[number], str(usual))
    if not isinstance(count, str) or not count.isascii() or not count.isdigit():
        raise PieceFormError(f"{COUNTS[number]} is not a number: {count!r}")
    present = int(count[:6])
    given = [at for at, each in enumerate(part.fields) if each.name in values]
    present = max(present, given[-1] + 1 if given else 0)
    tokens: list[str] = []
    for each in part.fields[:present]:
        if each.name in values:
            tokens += _field_tokens(each, values[each.name], habits)
        else:
            tokens += each.write(each.default)
    extra = values.get(EXTRA[number], [])
    if not isinstance(extra, list) or not all(isinstance(token, str) for token in extra):
        raise PieceFormError(f"{EXTRA[number]} is not a list of texts")
    return tokens + [str(token) for token in extra]


def _field_tokens(each: Field, value: object, habits: Habits) -> list[str]:
    if isinstance(each, Rest):
        if not isinstance(value, list):
            raise PieceFormError(f"the value of {each.name} is not a list")
        groups = [item if isinstance(item, list) else [item] for item in value]
        if any(len(group) != each.size for group in groups):
            raise PieceFormError(f"{each.name} needs {each.size} texts in each entry")
        flat = [str(text) for group in groups for text in group]
        return [str(len(groups)), *flat] if isinstance(each, Counted) else flat
    if isinstance(value, list):
        if each.wire.kind not in ("keys", "list") or not all(isinstance(v, str) for v in value):
            raise PieceFormError(f"the value of {each.name} is not one text")
        return [_list_token(value, each.wire.kind, habits)]
    if not isinstance(value, str):
        raise PieceFormError(f"the value of {each.name} is not a text; put it in quotation marks")
    return [_key_token(value, habits) if each.wire.kind == "key" else value]


def _list_token(values: list[str], kind: str, habits: Habits) -> str:
    items = [_key_token(value, habits) for value in values] if kind == "keys" else values
    return sequence.join(items, ",")


def _key_token(label: str, habits: Habits) -> str:
    """The token of a key's label. Any other text is the token itself."""
    named = NAMED_KEY.fullmatch(label)
    if named:
        code = named[1] or habits.codes.get(named[2], NAMED)
        return f"{code},0,{named[2]}"
    try:
        return str(keys.key(label)) if label else ""
    except ValueError:
        return label
