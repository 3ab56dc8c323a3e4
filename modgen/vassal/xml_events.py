"""Read a build file's XML element by element, and stop at the first bound that is passed.

No tree is built, so that the file costs no more memory than what the caller keeps, and reading
takes time in proportion to its size. The bounds are far above those of real modules, the largest
of which has 8,000 elements, 60 attributes on one element and 33,000 in all.
"""

from __future__ import annotations

from collections.abc import Mapping

from modgen.vassal.metadata import XMLError, syntax_error

MAX_DEPTH = 60
MAX_ELEMENTS = 20_000
MAX_ATTRIBUTES = 500
"""The most attributes of one element."""
MAX_ALL_ATTRIBUTES = 1_000_000
MAX_NAME = 500
"""The longest name of an element or attribute, in characters."""


class Events:
    """What happens while a build file is read; without changes, a check of its bounds.

    A subclass extends `start`, `end` and `data`.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.depth = self.elements = self.attributes = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """A start tag. Raises XMLError for a bound that is passed."""
        self.depth += 1
        self.elements += 1
        self.attributes += len(attributes)
        if self.depth > MAX_DEPTH + 1:
            raise XMLError(f"{self.what}: components nest deeper than {MAX_DEPTH}")
        if self.elements > MAX_ELEMENTS:
            raise XMLError(f"{self.what}: it has more than {MAX_ELEMENTS:,} components")
        if len(attributes) > MAX_ATTRIBUTES:
            raise XMLError(
                f"{self.what}: the component {tag[:MAX_NAME]} has {len(attributes):,} attributes; "
                f"at most {MAX_ATTRIBUTES} are read"
            )
        if self.attributes > MAX_ALL_ATTRIBUTES:
            raise XMLError(f"{self.what}: it has more than {MAX_ALL_ATTRIBUTES:,} attributes")
        if len(tag) > MAX_NAME or any(len(name) > MAX_NAME for name in attributes):
            raise XMLError(
                f"{self.what}: a component or attribute has a name of over {MAX_NAME} characters"
            )

    def end(self, tag: str) -> None:
        """An end tag."""
        self.depth -= 1

    def data(self, text: str) -> None:
        """A piece of text."""

    def doctype(self, *_: str | None) -> None:
        """A document type, which could define entities. Raises XMLError."""
        raise XMLError(f"{self.what}: a document type is not allowed here")

    def close(self) -> None:
        """The end of the file."""


def read_events(data: bytes, events: Events) -> None:
    """Call the methods of `events`. Raises XMLError for damaged XML and for a passed bound."""
    from lxml import etree

    # Without a document type there are only the entities of XML itself, such as `&amp;`; with
    # `resolve_entities=False` the parser would hand them over in attributes as `&#38;`.
    parser = etree.XMLParser(
        target=events,  # type: ignore[arg-type]  # the stubs want an element back
        resolve_entities="internal",  # type: ignore[arg-type]
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    try:
        etree.fromstring(data, parser)
    except etree.XMLSyntaxError as problem:
        raise syntax_error(problem, events.what) from None
