"""Dates that a spreadsheet program made of other values, such as `2-Mar` of the factors `3-2`."""

from __future__ import annotations

import re

MONTHS = (
    ("jan", "ene", "gen", "janv"),
    ("feb", "fev", "févr", "fév"),
    ("mar", "mrz", "mär", "mars", "mrt"),
    ("apr", "abr", "avr"),
    ("may", "mai", "mag", "mei", "maj"),
    ("jun", "giu", "juin"),
    ("jul", "lug", "juil"),
    ("aug", "ago", "août"),
    ("sep", "sept", "set"),
    ("oct", "okt", "ott", "out"),
    ("nov",),
    ("dec", "dez", "dic", "déc"),
)
"""Short names of months in the languages of common spreadsheet programs."""
NUMBER = {name: number for number, names in enumerate(MONTHS, 1) for name in names}
_NAMES = "|".join(sorted(NUMBER, key=len, reverse=True))
DATE = re.compile(
    rf"(?P<day>\d{{1,2}})[-. ]{{1,2}}(?P<month>{_NAMES})\.?"
    rf"|(?P<first>{_NAMES})\.?[- ](?P<second>\d{{1,2}})"
    r"|(?P<year>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})"
    r"|(?P<one>\d{1,2})[./-](?P<two>\d{1,2})[./-](?P<long>\d{4})",
    re.IGNORECASE,
)
"""A date as programs write it into CSV files; `4-4-6`, which may be factors, is not one."""
PAIR = re.compile(r"\d{1,2}-\d{1,2}|\d{1,3}")
"""Values beside which a date is most likely none: factors such as `3-2`, and numbers."""
HINT = "format the column as text and enter the value again"


def typed(text: str) -> str:
    """What may have been typed that became a date, in words; empty if the text is not a date."""
    found = DATE.fullmatch(text.strip())
    if found is None:
        return ""
    if found["month"]:
        day, month = int(found["day"]), NUMBER[found["month"].lower()]
        return f"{month}-{day}" + (f" or {day}-{month}" if day != month else "")
    if found["first"]:
        return f"{NUMBER[found['first'].lower()]}-{int(found['second'])}"
    if found["year"]:
        return f"{int(found['m'])}-{int(found['d'])}-{int(found['year']) % 100}"
    return f"{int(found['one'])}-{int(found['two'])}-{int(found['long']) % 100}"


def explained(text: str, meant: str) -> str:
    """The message for a cell with a date."""
    return f"the cell holds the date {text}, which a spreadsheet program may have made of {meant}"
