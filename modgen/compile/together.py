"""One line of chat for several selected pieces that one command changes or moves.

The engine sends a command to each selected piece in turn, stack by stack and in each from the
bottom, and each piece reports for itself. Here, only the last piece reports, for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from modgen.compile.build import Build, as_expression, as_report, quoted

DOES = "Does"
"""The property of a piece that lists its commands."""


def listed(commands: Iterable[str]) -> str:
    """The value of `DOES`."""
    return "|".join(["", *commands, ""])


def changed(build: Build, told: str, command: str, state: str = "") -> str:
    """A report of a change where the pieces are.

    `state` is a property that is true or false: pieces that differ in it are reported separately.
    """
    chosen = _chosen(command)
    above = _count(
        "CountStack", f"{chosen} && StackPos<$StackPos$", f"{state}!=${state}$" if state else ""
    )
    mine = f"{state}==${state}$ && StackPos>=$StackPos$" if state else ""
    return _told(
        build, told, above, *(_count("CountStack", chosen, mine, same) for same in ("", SAME))
    )


def moved(build: Build, told: str, command: str) -> str:
    """A report of a move that a command makes."""
    chosen = _chosen(command)
    left = _count("CountLocation", chosen, at="OldLocationName,OldMap,")
    came = 'OldLocationName=="$OldLocationName$"'
    here = "LocationName,CurrentMap,"
    counts = (_count("CountLocation", chosen, came, same, at=here) for same in ("", SAME))
    return _told(build, told, left, *counts)


SAME = 'PieceType=="$PieceType$"'


def _chosen(command: str) -> str:
    return f'Selected==true && {DOES}.contains("|{command}|")'


def _count(function: str, *tests: str, at: str = "") -> str:
    """An expression for the number of pieces that pass all tests."""
    test = " && ".join(filter(None, tests))
    return f"{function}({at}{quoted('{' + test + '}')})"


def _told(build: Build, told: str, waiting: str, count: str, same: str) -> str:
    """The report, if no selected piece is waiting; its first name is shown with the number."""
    name = next(one for one in ("oldPieceName", "newPieceName") if f"${one}$" in told)
    more = as_expression(build.words("and_more", name=f"${name}$", number="$Others$"))
    several = more.replace("+Others+", f"+({count}-1)+")
    named = f'({count}<2 ? {name} : {same}=={count} ? {count}+" × "+{name} : {several})'
    said, after, end = told.partition(": ")
    line = as_report(build.game, said).replace(f"+{name}", f"+{named}", 1)
    if "$newPieceName$" in end and name == "oldPieceName":
        # A piece that lies face down keeps its name.
        line += (
            f"+(newPieceName.equals(oldPieceName) ? {quoted(' *')} :"
            f" {as_report(build.game, after + end)})"
        )
    elif after:
        line += f"+{as_report(build.game, after + end)}"
    return f'{{Selected==true && {waiting}>0 ? "" : {line}}}'
