"""What is done with the rows of tables before they become pieces or cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from modgen.model.files.diagnostics import DataPath, Diagnostics, FilePosition
from modgen.model.files.table_source import Row
from modgen.model.files.typed_dates import HINT, PAIR, explained, typed
from modgen.model.types.base import id_from_name, simple_key, synonym_of
from modgen.model.types.cards import Deck
from modgen.model.types.places import Box

LONGEST_ID = 50
"""Ids made from titles are cut to this number of characters."""
SUMS = ("total", "totals", "sum", "summe", "suma", "somme")
"""What a row of sums may be called."""
COMMON = {"id", "name", "title", "kind", "side", "count", "copies", "deck", "text", "icon", "size"}
"""Columns that most tables have."""
LEAST_NAMES = 2
"""How many of them make a row look like a header."""
COUNTS = ("count", "copies")
"""Columns that say how many pieces or cards there are."""
OTHER_SEPARATOR = re.compile(r"\s*[/,;]\s*")
"""What people write between faces instead of a bar; ids of faces cannot have it."""
RATINGS = ("nw", "ne", "sw", "se", "factors")
"""Columns that a row with several faces seldom fills for the first alone."""


def warn_of_bare_faces(
    rows: Iterable[Row], columns: Mapping[str, DataPath], diagnostics: Diagnostics
) -> None:
    """Warn of ratings and strengths of a row that some of its faces do not have."""
    for row in rows:
        named = row.cells.get("faces", "").strip()
        if OTHER_SEPARATOR.search(named):
            diagnostics.error(
                row.positions["faces"],
                f"`{named}` seems to be several faces, which are separated by `|`",
                f"write `{OTHER_SEPARATOR.sub('|', named)}`, and the same in the other columns",
            )
            for name in ("faces", "face_names", "strength", *RATINGS):
                if name in row.cells:
                    row.cells[name] = OTHER_SEPARATOR.sub("|", row.cells[name])
            named = row.cells["faces"]
        filled = (row.cells[name].count("|") + 1 for name in columns if name in row.cells)
        faces = named.count("|") + 1 if named else max(filled, default=1)
        for name in (*RATINGS, "strength"):
            value = row.cells.get(name, "").strip()
            values = value.split("|")
            if not value or name not in columns or len(values) >= faces:
                continue
            if len(values) == 1:
                every, first = "|".join([value] * faces), value + "|" * (faces - 1)
                diagnostics.warn(
                    row.positions[name],
                    f"only the first of {faces} faces has the `{name}` {value}",
                    f"write `{every}` for all faces, or `{first}` for the first",
                )
            else:
                more = "|".join([*values, *[values[-1]] * (faces - len(values))])
                diagnostics.warn(
                    row.positions[name],
                    f"`{name}` has {len(values)} values for {faces} faces",
                    f"write one for each face, as in `{more}`; a face may have none",
                )


def warn_of_dates(rows: Iterable[Row], known: Collection[str], diagnostics: Diagnostics) -> None:
    """Warn of dates in a game's own columns if other rows have values such as `3-2` or `3`."""
    held = list(rows)
    for column in dict.fromkeys(name for row in held for name in row.cells):
        if column.partition(".")[0] in known:
            continue
        if any(PAIR.fullmatch(row.cells.get(column, "")) for row in held):
            for row in held:
                meant = typed(row.cells.get(column, ""))
                if meant:
                    message = explained(row.cells[column], meant)
                    diagnostics.warn(row.positions[column], message, HINT)


def warn_of_blank_counts(rows: Iterable[Row], diagnostics: Diagnostics) -> None:
    """Warn of rows without a number of pieces or cards in a table that has a column for it."""
    wrong = {error.position for error in diagnostics.errors}
    for row in rows:
        for column in COUNTS:
            if row.cells.get(column) == "" and row.positions[column] not in wrong:
                message = f"`{column}` is blank, which counts as 1"
                diagnostics.warn(row.positions[column], message, "write the number")


def warn_of_blank_ids(rows: Sequence[Row], needed: str, diagnostics: Diagnostics) -> None:
    """Warn of rows without an id in a table in which others have one.

    `needed` is the column from which the id is made.
    """
    if not any(row.cells.get("id") for row in rows):
        return
    for row in rows:
        if row.cells.get("id") == "" and row.cells.get(needed):
            message = f"`id` is blank, so an id is made from the `{needed}`"
            hint = "write the id, by which other files name the row"
            diagnostics.warn(row.positions["id"], message, hint)


def complete_cards(rows: Sequence[Row], decks: Sequence[Deck], diagnostics: Diagnostics) -> None:
    """Give each row without an `id` one made from its title, and the only deck if it names none.

    Titles of several cards, and titles without Latin letters, get a number.
    """
    _read_effects_as_texts(rows)
    taken = {row.cells.get("id", "") for row in rows}
    for row in rows:
        if not row.cells.get("id"):
            title = id_from_name(row.cells.get("title", ""))[:LONGEST_ID].strip("_") or "card"
            ids = (title, *(f"{title}_{number}" for number in range(2, len(rows) + 2)))
            row.cells["id"] = next(key for key in ids if key not in taken)
            row.positions["id"] = row.positions.get("title", row.position)
            taken.add(row.cells["id"])
        if not row.cells.get("deck") and len(decks) > 1:
            known = ", ".join(f"`{deck.id}`" for deck in decks)
            at = row.positions.get("deck", row.position)
            hint = f"write one of {known} in the column `deck`"
            diagnostics.error(at, "the row does not name the deck of the card", hint)
        if not row.cells.get("deck"):
            row.cells["deck"] = decks[0].id
            row.positions["deck"] = row.position


def _read_effects_as_texts(rows: Sequence[Row]) -> None:
    """A column `effect` with sentences is the text of the cards if they have no other.

    Effects that a rulebook carries out do not begin with a capital letter.
    """
    if any(row.cells.get("text") for row in rows):
        return
    if any(row.cells.get("effect", "")[:1].isupper() for row in rows):
        for row in rows:
            row.cells["text"] = row.cells.pop("effect", "")
            row.positions["text"] = row.positions.pop("effect", row.position)


def without_cells(row: Row, wrong: Collection[FilePosition]) -> Row:
    """A row without the cells at some positions."""
    cells = {name: text for name, text in row.cells.items() if row.positions[name] not in wrong}
    stored = {name: held for name, held in row.stored.items() if name in cells}
    return replace(row, cells=cells, stored=stored)


def without_headings(rows: Sequence[Row], needed: str, diagnostics: Diagnostics) -> list[Row]:
    """The rows without those that are no piece or card, each of which is told.

    These are headings, which have one cell, the names of the columns again, and sums.
    """
    kept = []
    usual = max((_filled(row) for row in rows), default=0)
    for row in rows:
        texts = [text for text in row.cells.values() if text]
        if any(row.headers) and all(
            text.casefold() == named.casefold() for named, text in _by_header(row)
        ):
            message = "this row repeats the names of the columns, so it is not read"
            diagnostics.warn(row.position, message, "delete it")
        elif row.cells.get(needed):
            kept.append(row)
        elif row is rows[-1] and texts and texts[0].casefold().strip(":") in SUMS:
            message = f"the row `{texts[0]}` has sums, so it is not read"
            diagnostics.warn(row.position, message, "delete it, or begin it with `#`")
        elif len(texts) == 1 and usual > 2:
            message = f"this row has only `{texts[0]}`"
            hint = "begin it with `#` if it is a heading; otherwise fill in the other cells"
            diagnostics.error(row.position, message, hint)
        else:
            kept.append(row)
    if rows and rows[-1].cells.get(needed, "").casefold().strip(":") in SUMS:
        message = f"the row `{rows[-1].cells[needed]}` is read like any other row"
        diagnostics.warn(rows[-1].position, message, "delete it, or begin it with `#`")
    return kept


def _filled(row: Row) -> int:
    return sum(bool(text) for text in row.cells.values())


def _by_header(row: Row) -> list[tuple[str, str]]:
    """The names of the columns and the texts of a row."""
    return [(column, row.cells.get(column, "")) for column in row.headers if column]


def lacks_column(
    rows: Sequence[Row],
    column: str,
    synonyms: Mapping[str, str],
    name: str,
    diagnostics: Diagnostics,
) -> bool:
    """Whether no row of a table has a column, with an error at the header."""
    if not rows or any(column in row.cells for row in rows):
        return False
    headers = rows[0].headers
    at = next(iter(headers.values()), FilePosition(name))
    transposed = _is_transposed(rows, column, synonyms)
    for row in rows if not transposed else ():
        if sum(_is_name(text, synonyms) for text in row.cells.values()) < LEAST_NAMES:
            continue
        for cell, text in row.cells.items():
            named = simple_key(text) == column or synonyms.get(synonym_of(text)) == column
            if named and cell in headers:
                message = f"line {row.position.line} seems to have the names of the columns"
                diagnostics.error(row.positions[cell], message, "delete the lines above it")
                return True
    if transposed:
        message = "the names of the columns are below one another in the first column"
        hint = "copy the table and paste it transposed, so that each row is a piece or card"
        diagnostics.error(at, message, hint)
        return True
    known = ", ".join(f"`{one}`" for one in headers if one)
    message = f"no column of the table is called `{column}`"
    diagnostics.error(at, message, f"its columns are {known}; rename one or add one")
    return True


def _is_name(text: str, synonyms: Mapping[str, str]) -> bool:
    """Whether a text is the name of a usual column."""
    return simple_key(text) in COMMON or synonym_of(text) in synonyms


def _is_transposed(rows: Sequence[Row], column: str, synonyms: Mapping[str, str]) -> bool:
    """Whether the first column has the names that should be in the header."""
    first = next(iter(rows[0].headers), "")
    below = {simple_key(row.cells.get(first, "")) for row in rows}
    named = column in below or any(synonyms.get(synonym_of(one)) == column for one in below)
    return named and len(below & COMMON) > 1


def add_homes(rows: Iterable[Row], boxes: Iterable[Box]) -> None:
    """Give each row without a `home` the first box that holds its piece."""
    homes: dict[str, str] = {}
    for box in boxes:
        for key in box.holds:
            homes.setdefault(key, box.id)
    for row in rows:
        home = homes.get(row.cells.get("id") or id_from_name(row.cells.get("name", "")) or "unit")
        if home and not row.cells.get("home", "").strip():
            row.cells["home"] = home
            row.positions["home"] = row.position
