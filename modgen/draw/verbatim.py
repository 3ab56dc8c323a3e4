"""SVG markup as an element of svgwrite."""

from __future__ import annotations

from typing import Any

from svgwrite.base import BaseElement
from svgwrite.etree import etree


class Verbatim(BaseElement):  # type: ignore[misc]
    """SVG markup inserted unchanged."""

    elementname = "g"

    def __init__(self, inner: str) -> None:
        super().__init__(debug=False)
        self._inner = inner

    def get_xml(self) -> Any:
        """The markup in a group."""
        return etree.fromstring(
            '<g xmlns:xlink="http://www.w3.org/1999/xlink">' + self._inner + "</g>"
        )
