"""Fonts of the game's own: `fonts` in `game.yaml`."""

from __future__ import annotations

from pydantic import Field

from modgen.model.types.base import Id, Part

BUNDLED_FONTS = ("text", "title", "serif")
"""The fonts that every game has."""


STYLES = ("file", "bold", "italic", "bold_italic")
"""The fields of a font that name files."""


class Font(Part):
    """A font of the game's own, with the files of its styles in the folder `fonts/`."""

    id: Id = Field(
        description="The name by which card layouts use it. With `text`, `title` or `serif` it "
        "replaces that bundled font on maps, counters, cards and sheets."
    )
    file: str = Field(
        min_length=1, max_length=200, description="A TrueType or OpenType file (.ttf or .otf)."
    )
    bold: str = Field("", max_length=200, description="The file of its bold style.")
    italic: str = Field("", max_length=200, description="The file of its italic style.")
    bold_italic: str = Field("", max_length=200, description="The file of bold and italic.")
    licence: str = Field(
        min_length=1,
        max_length=200,
        description="The licence under which it may be used, such as `SIL OFL 1.1`; the module's "
        "help names it.",
    )

    @property
    def files(self) -> dict[tuple[bool, bool], str]:
        """The files of the styles that it has, by bold and italic."""
        named = {
            (False, False): self.file,
            (True, False): self.bold,
            (False, True): self.italic,
            (True, True): self.bold_italic,
        }
        return {style: name for style, name in named.items() if name}
