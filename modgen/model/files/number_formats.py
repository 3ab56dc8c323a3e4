"""How a spreadsheet program shows a number, a date or a time: the number formats of cells.

ECMA-376, part 1, 18.8.31. Names of months and days are English, and numbers have a decimal point,
because the file does not say in which language it is shown.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import isfinite

Moment = datetime | date | time | timedelta
"""What a cell with the format of a date or time holds."""

TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|[_*].|\[\$(?P<currency>[^\]-]*)[^\]]*\]'
    r"|\[(?P<elapsed>h+|m+|s+)\]|\[[^\]]*\]|(?P<half>am/pm|a/p)|(?P<part>y+|m+|d+|h+|s+(?:\.0+)?)"
    r"|(?P<digits>[0#?][0#?,.]*|\.[0#?]+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
FRACTION = re.compile(r"(?P<whole>[#0?]+ +)?[#0?]+/(?P<under>[#0?]+|\d+)")
SHORT_DATE = {"mm-dd-yy": "m/d/yyyy"}
"""The format 14, which the program shows as the short date of the system."""
MOST_CHARACTERS = 255
"""The longest format that the program writes."""
MOST_PLACES = 30
"""Digits after the point, at most, as in the program."""
MOST_THOUSANDS = 9
"""Commas at the end of a format, each of which divides by a thousand, at most."""
EXACT = Context(prec=400, rounding=ROUND_HALF_UP)


def shown_moment(value: Moment, number_format: str) -> str:
    """A date, a time or a duration as the sheet shows it."""
    tokens = [*TOKEN.finditer(_sections(SHORT_DATE.get(number_format, number_format))[0])]
    letters = [(match["part"] or match["elapsed"] or "")[:1].lower() for match in tokens]
    halves = any(match["half"] for match in tokens)
    text = ""
    for at, match in enumerate(tokens):
        if match["part"] or match["elapsed"]:
            before = next((letter for letter in reversed(letters[:at]) if letter), "")
            after = next((letter for letter in letters[at + 1 :] if letter), "")
            minutes = letters[at] == "m" and (before == "h" or after == "s")
            word = (match["part"] or match["elapsed"]).lower()
            text += _part("n" * len(word) if minutes else word, value, match["elapsed"], halves)
        elif match["half"]:
            text += "AM" if _clock(value)[0] % 24 < 12 else "PM"
        else:
            text += _literal(match)
    return text.strip() or str(value)


def shown_number(value: float, number_format: str) -> str:
    """A number as the sheet shows it."""
    if number_format == "General":
        return plain_number(value)
    sections = _sections(number_format)
    section = sections[0]
    if value < 0 and len(sections) > 1:
        section, value = sections[1], -value
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    if not section:
        return ""
    fraction = FRACTION.search(section)
    if fraction and isfinite(value):
        return _fraction(value, fraction)
    if (
        not isfinite(value)
        or "general" in section.lower()
        or re.search(r"E[+-]", section)
        or "[<" in section
    ):
        return plain_number(value)
    tokens = [*TOKEN.finditer(section)]
    if "@" in section or not any(match["digits"] for match in tokens):
        literal = "".join(map(_literal, tokens))
        return literal.strip() if literal and "@" not in section else plain_number(value)
    percent = any(match["other"] == "%" for match in tokens)
    number = Decimal(repr(value)) * (100 if percent else 1)
    text, written = "", False
    for match in tokens:
        if match["digits"]:
            text += "" if written else _digits(number, match["digits"])
            written = True
        else:
            text += _literal(match)
    return text.strip()


def plain_number(value: float) -> str:
    """A number without a format, with at most 11 digits, as the program shows it."""
    whole = float(value).is_integer() and abs(value) < 1e15
    return str(int(value)) if whole else f"{value:.11g}"


@lru_cache(256)
def _sections(number_format: str) -> list[str]:
    """The formats for positive and negative numbers and for zero."""
    sections = [""]
    for match in TOKEN.finditer(number_format[:MOST_CHARACTERS] or "General"):
        if match["other"] == ";":
            sections.append("")
        else:
            sections[-1] += match[0]
    return sections


def _literal(match: re.Match[str]) -> str:
    return next(
        (word for key in ("quoted", "escaped", "currency", "other") if (word := match[key])), ""
    )


def _clock(value: Moment) -> tuple[int, int, int]:
    """Hours, minutes and seconds; a duration may have more than 24 hours."""
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        return seconds // 3600, seconds // 60 % 60, seconds % 60
    if isinstance(value, datetime | time):
        return value.hour, value.minute, value.second
    return 0, 0, 0


def _part(word: str, value: Moment, elapsed: str | None, halves: bool) -> str:
    """One part of a date or time, such as `yyyy`; minutes are `n`."""
    hours, minutes, seconds = _clock(value)
    wide = len(word)
    if word[0] in "hns":
        if elapsed:
            minutes += 60 * hours
            seconds += 60 * minutes
        else:
            hours = (hours % 12 or 12) if halves else hours % 24
        number = {"h": hours, "n": minutes, "s": seconds}[word[0]]
        return f"{number:02}" if wide > 1 else str(number)
    if not isinstance(value, date):
        return ""
    if word[0] == "y":
        return f"{value.year:04}" if wide > 2 else f"{value.year % 100:02}"
    if wide > 2:
        name = value.strftime("%B" if word[0] == "m" else "%A")
        return name[: {3: 3, 5: 1}.get(wide, len(name))]
    number = value.month if word[0] == "m" else value.day
    return f"{number:02}" if wide == 2 else str(number)


def _digits(number: Decimal, pattern: str) -> str:
    """A number by the placeholders of its format, such as `#,##0.00`."""
    scaled = pattern.rstrip(",")
    thousands = min(len(pattern) - len(scaled), MOST_THOUSANDS)
    whole, _, decimals = scaled.partition(".")
    grouped = "," in whole
    places = min(sum(sign in "0#?" for sign in decimals), MOST_PLACES)
    number = (number / 1000**thousands).quantize(Decimal(1).scaleb(-places), context=EXACT)
    sign, digits = ("-" if number < 0 else ""), f"{abs(number):f}"
    before, _, after = digits.partition(".")
    before = before.zfill(whole.count("0")) if whole.count("0") else before.lstrip("0")
    if grouped and before:
        before = f"{int(before):,}"
    least = decimals.rfind("0") + 1
    after = after[:least] + after[least:].rstrip("0")
    return f"{sign}{before}.{after}" if decimals and after else f"{sign}{before}"


def _fraction(value: float, pattern: re.Match[str]) -> str:
    """A number as a fraction, such as `1 1/2`."""
    under = pattern["under"]
    if under.isdigit() and under.strip("0"):
        exact = Fraction(round(Fraction(value) * int(under)), int(under))
    else:
        exact = Fraction(value).limit_denominator(10 ** min(len(under), 5) - 1)
    sign, exact = ("-" if exact < 0 else ""), abs(exact)
    whole, rest = divmod(exact, 1) if pattern["whole"] else (0, exact)
    words = [
        *([str(whole)] if whole or not rest else []),
        *([f"{rest.numerator}/{rest.denominator}"] if rest else []),
    ]
    return sign + " ".join(words)
