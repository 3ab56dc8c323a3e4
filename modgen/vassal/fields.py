"""Declarations: a class lists typed fields in the order of their tokens; it encodes and decodes.

    class Delete(Trait, prefix="delete;"):
        menu: str = "Delete"
        key: Key | None = None

The annotation selects the encoding; the value is the default.

A record keeps its encoded text, and a field is a typed view of its token. Therefore a text is
written back unchanged even if it has fewer tokens than the class has fields (the missing ones have
their defaults, as in the engine), more tokens (they are kept), or tokens that cannot be read (they
have the default). `but` changes only the tokens of the named fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self, dataclass_transform

from modgen.vassal import sequence
from modgen.vassal.wires import TEXT, WIRES, Wire, read_integer

TARGET = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"
"""The target of a new global key command trait: pieces on this map, found by filter."""


class Field:
    """One field of a declaration: a token of one of its texts, by a wire form."""

    __slots__ = ("after", "default", "doc", "missing", "name", "offset", "part", "plain", "wire")

    def __init__(self, wire: Wire, default: Any, doc: str, part: int) -> None:
        self.wire = wire
        self.default = default
        self.missing = default
        self.doc = doc
        self.part = part
        self.name = ""
        # The token's index, counted from the end of the last field of varying length.
        self.offset = 0
        self.after: Counted | None = None
        # Whether the value is the token itself.
        self.plain = False

    def __get__(self, record: Record | None, owner: type[Record]) -> Any:
        if record is None:
            return self
        split = record._split
        tokens = split[self.part] if split is not None else None
        if tokens is None:
            tokens = record.tokens(self.part)
        if self.after is not None:
            return self.read(tokens, self.start(tokens))
        start = self.offset
        if self.plain and start < len(tokens):
            return tokens[start]
        return self.read(tokens, start)

    def start(self, tokens: list[str]) -> int:
        """The index of the field's first token."""
        return self.offset if self.after is None else self.after.end(tokens) + self.offset

    def end(self, tokens: list[str]) -> int:
        """The index after the field's last token."""
        return self.start(tokens) + 1

    def read(self, tokens: list[str], start: int) -> Any:
        """The value, or the default when the token is missing or unreadable."""
        if start >= len(tokens):
            return self.missing
        try:
            return self.wire.read(tokens[start])
        except ValueError:
            return self.missing

    def write(self, value: Any) -> list[str]:
        """The value's tokens."""
        return [self.wire.write(value)]


class Optional(Field):
    """A last token that is left out when the value is the default."""

    __slots__ = ()

    def write(self, value: Any) -> list[str]:
        """No token for the default."""
        return [] if value == self.default else [self.wire.write(value)]


class Raw(Field):
    """The rest of the text, which is not encoded as a token."""

    __slots__ = ()


class Rest(Field):
    """All remaining tokens as a tuple, or in tuples of `size` tokens."""

    __slots__ = ("size",)

    def __init__(self, size: int, default: tuple[()], doc: str, part: int) -> None:
        super().__init__(TEXT, default, doc, part)
        self.size = size

    def end(self, tokens: list[str]) -> int:
        """The index after the last token."""
        return len(tokens)

    def read(self, tokens: list[str], start: int) -> Any:
        """The tokens; an empty text has none."""
        if start == 0 and tokens == [""]:
            return ()
        return self.grouped(tokens[start:])

    def grouped(self, tokens: list[str]) -> tuple[Any, ...]:
        """Tokens by `size`; those of an incomplete last group are left out."""
        if self.size == 1:
            return tuple(tokens)
        end = len(tokens) // self.size * self.size
        return tuple(tuple(tokens[at : at + self.size]) for at in range(0, end, self.size))

    def write(self, value: Any) -> list[str]:
        """One token for each value."""
        if self.size == 1:
            tokens = [str(part) for part in value]
            if tokens == [""] and self.start([]) == 0:
                raise sequence.SequenceError("a single empty text would be read as no texts")
            return tokens
        return [str(part) for group in value for part in group]


class Counted(Rest):
    """A number and that many tokens, or that many groups of `size` tokens."""

    __slots__ = ()

    def _count(self, tokens: list[str], start: int) -> int:
        try:
            count = read_integer(tokens[start])
        except (IndexError, ValueError):
            return 0
        return max(0, min(count, (len(tokens) - start - 1) // self.size))

    def end(self, tokens: list[str]) -> int:
        """The index after the last counted token."""
        start = self.start(tokens)
        return start + 1 + self._count(tokens, start) * self.size

    def read(self, tokens: list[str], start: int) -> Any:
        """The counted tokens, or those that are there."""
        stop = start + 1 + self._count(tokens, start) * self.size
        return self.grouped(tokens[start + 1 : stop])

    def write(self, value: Any) -> list[str]:
        """The count and the tokens."""
        return [str(len(value)), *super().write(value)]


def field(default: Any, doc: str = "", *, state: bool = False, missing: Any = None) -> Any:
    """A field of one token; its annotation says how it is written.

    `state` puts it into the state and not the type; `missing` is its value in files that lack
    it, where that is not the default.
    """
    declared = Field(TEXT, default, doc, int(state))
    if missing is not None:
        declared.missing = missing
    return declared


def optional(default: Any, doc: str = "", *, state: bool = False) -> Any:
    """A last token that is left out when it has the default."""
    return Optional(TEXT, default, doc, int(state))


def raw(default: str, doc: str = "", *, state: bool = False) -> Any:
    """The rest of the text, not encoded. Only as the last field."""
    return Raw(TEXT, default, doc, int(state))


def rest(default: tuple[()], doc: str = "", *, size: int = 1, state: bool = False) -> Any:
    """All remaining tokens: texts, or tuples of `size` texts. Only as the last field."""
    return Rest(size, default, doc, int(state))


def counted(default: tuple[()], doc: str = "", *, size: int = 1, state: bool = False) -> Any:
    """A count and that many texts, or that many tuples of `size` texts."""
    return Counted(size, default, doc, int(state))


class Part:
    """One of a declaration's texts: a fixed prefix, then its fields joined by a delimiter."""

    __slots__ = ("delimiter", "fields", "prefix", "raw_at")

    def __init__(self, prefix: str, delimiter: str, fields: list[Field]) -> None:
        self.prefix = prefix
        self.delimiter = delimiter
        self.fields = fields
        self.raw_at: int | None = None
        after: Counted | None = None
        offset = 0
        for index, field in enumerate(fields):
            field.after, field.offset = after, offset
            offset += 1
            if isinstance(field, Counted):
                after, offset = field, 0
            elif isinstance(field, Raw):
                self.raw_at = index

    def split(self, encoded: str) -> list[str]:
        """The tokens after the prefix."""
        body = encoded[len(self.prefix) :]
        if self.raw_at is None:
            return sequence.split(body, self.delimiter)
        return body.split(self.delimiter, self.raw_at) if self.raw_at else [body]

    def join(self, tokens: Iterable[str]) -> str:
        """The prefix and the tokens. Raises SequenceError if the format cannot represent them."""
        if self.raw_at is None:
            return self.prefix + sequence.join(tokens, self.delimiter)
        return self.prefix + self.delimiter.join(tokens)


class Encoded:
    """The texts of a record, and their tokens once they have been used."""

    __slots__ = ("_split", "texts")

    texts: tuple[str, ...]
    _split: list[list[str] | None] | None


# Records forbid assignment; setting the slots directly is the fastest way around that.
_put_texts = Encoded.__dict__["texts"].__set__
_put_split = Encoded.__dict__["_split"].__set__


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    field_specifiers=(field, optional, raw, rest, counted),
)
class Record(Encoded):
    """Base of all declarations: an immutable typed view of one or more encoded texts."""

    __slots__ = ()

    fields: ClassVar[tuple[Field, ...]] = ()
    parts: ClassVar[tuple[Part, ...]] = ()

    def __init_subclass__(
        cls, prefix: str = "", delimiter: str = ";", state_delimiter: str = ";", parts: int = 0
    ) -> None:
        """Collect the fields in order, those of the base class first."""
        own: list[Field] = []
        for name, annotation in vars(cls).get("__annotations__", {}).items():
            if annotation.startswith("ClassVar"):
                continue
            default = vars(cls)[name]
            declared = default if isinstance(default, Field) else Field(TEXT, default, "", 0)
            declared.name = name
            if not isinstance(declared, Rest):
                declared.wire = WIRES[annotation]
                declared.plain = declared.wire is TEXT
            setattr(cls, name, declared)
            own.append(declared)
        cls.fields = (*cls.fields, *own)
        count = parts or len(cls.parts)
        heads = ((prefix, delimiter), ("", state_delimiter))[:count]
        cls.parts = tuple(
            Part(head, between, [field for field in cls.fields if field.part == number])
            for number, (head, between) in enumerate(heads)
        )

    def __init__(self, **values: Any) -> None:
        encoded: list[str] = []
        for part in self.parts:
            tokens: list[str] = []
            for field in part.fields:
                tokens += field.write(values.pop(field.name, field.default))
            encoded.append(part.join(tokens))
        if values:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(values))}")
        _put_texts(self, tuple(encoded))
        _put_split(self, None)

    @classmethod
    def read(cls, *encoded: str) -> Self:
        """View encoded texts, one for each part. Never fails: nothing is decoded yet."""
        record = cls.__new__(cls)
        _put_texts(record, encoded)
        _put_split(record, None)
        return record

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; make a changed copy with but()")

    def tokens(self, part: int = 0) -> list[str]:
        """The tokens of one text. Do not change the list."""
        split = self._split
        if split is None:
            split = [None] * len(self.texts)
            _put_split(self, split)
        tokens = split[part]
        if tokens is None:
            tokens = split[part] = self.parts[part].split(self.texts[part])
        return tokens

    def as_dict(self) -> dict[str, Any]:
        """Every field's name and value."""
        return {field.name: field.__get__(self, type(self)) for field in self.fields}

    def but(self, **changes: Any) -> Self:
        """A copy with some fields changed; all other tokens stay exactly as they are."""
        encoded = list(self.texts)
        for number, part in enumerate(self.parts):
            changed = [field for field in part.fields if field.name in changes]
            if changed:
                tokens = list(self.tokens(number))
                # From the end, so that a field that grows does not move those still to change.
                for field in reversed(changed):
                    _fill(part, tokens, field)
                    start = field.start(tokens)
                    tokens[start : field.end(tokens)] = field.write(changes[field.name])
                encoded[number] = part.join(tokens)
        unknown = changes.keys() - {field.name for field in self.fields}
        if unknown:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(unknown))}")
        return self.read(*encoded)

    def meaning(self, part: int = 0) -> tuple[Any, ...]:
        """What one text says, for comparisons: equal for texts that differ only in notation.

        Missing tokens count as the values that they stand for. Tokens that cannot be read, and
        those beyond the last field, are compared as they are.
        """
        tokens = self.tokens(part)
        said: list[Any] = []
        end = 0
        for field in self.parts[part].fields:
            start, end = field.start(tokens), field.end(tokens)
            if isinstance(field, Rest) or start >= len(tokens):
                said.append(field.read(tokens, start))
                continue
            try:
                said.append(field.wire.read(tokens[start]))
            except ValueError:
                said.append((tokens[start],))
        return (type(self), *said, *tokens[end:])

    def canonical(self) -> Self:
        """The same values encoded again in full, as the newest known engine writes them."""
        return type(self)(**self.as_dict())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return type(self) is type(other) and self.texts == other.texts

    def __hash__(self) -> int:
        return hash(self.texts)

    def __repr__(self) -> str:
        shown = (
            f"{name}={value!r}"
            for (name, value), field in zip(self.as_dict().items(), self.fields, strict=True)
            if value != field.default
        )
        return f"{type(self).__name__}({', '.join(shown)})"


def _fill(part: Part, tokens: list[str], wanted: Field) -> None:
    """Add the defaults of the missing fields before this one."""
    for field in part.fields:
        if field is wanted:
            return
        if field.start(tokens) >= len(tokens):
            tokens += field.write(field.default)
