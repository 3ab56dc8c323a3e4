"""The map: areas, borders, coasts and sea spaces, typed from the rulebook and the list of facts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache

NAMES = [
    "ilocos_norte",
    "cagayan",
    "apayao",
    "abra",
    "kalinga",
    "bontoc",
    "ilocos_sur",
    "quiangan",
    "isabela",
    "nueva_vizcaya",
    "binatangan",
    "benguet",
    "la_union",
    "pangasinan",
    "nueva_ecija",
    "principe",
    "tarlac",
    "zambales",
    "pampanga",
    "infanta",
    "bulacan",
    "bataan",
    "marong",
    "manila",
    "cavite",
    "batangas",
    "laguna",
    "tayabas",
    "bondoc",
    "camarines_norte",
    "camarines_sur",
    "albay",
    "sorsogon",
    "samar_norte",
    "samar_este",
    "samar",
    "leyte",
    "cebu_norte",
    "cebu_sur",
    "negros_oriental",
    "negros_sur",
    "negros_occidental",
    "iloilo",
    "antique",
    "capiz",
]
"""The areas 1 to 45."""
NUMBER = {name: n for n, name in enumerate(NAMES, 1)}
LUZON = frozenset(NAMES[:33])
VISAYAS = frozenset(NAMES[33:])
NORTHERN, CENTRAL, SOUTHERN = (frozenset(NAMES[a:b]) for a, b in ((0, 13), (13, 24), (24, 33)))
ISLANDS = {
    "securing_leyte_samar": frozenset(NAMES[33:37]),
    "securing_negros_cebu": frozenset(NAMES[37:42]),
    "securing_panay": frozenset(NAMES[42:45]),
}
"""The sea space from which a gunboat secures a group of islands, and the group (9.4)."""
SAMAR = frozenset({"samar_norte", "samar_este", "samar"})
MOUNTAINS = frozenset(NAMES[n - 1] for n in (3, 4, 5, 6, 8, 10, 11, 12, 16, 20))
RAILWAY = ("pangasinan", "tarlac", "pampanga", "bulacan", "manila")
STARRED = frozenset({*RAILWAY, "nueva_vizcaya", "iloilo"})
_BORDERS = """
1:2,3,4,7 2:3,5,9 3:4,5 4:5,6,7 5:6,9 6:7,8,9,12
7:12,13 8:9,10,12 9:10,11,16 10:11,12,14,15,16 11:16
12:13,14 13:14 14:15,17,18 15:16,17,19,21 16:20,21 17:18,19 18:19,22 19:21,22 20:21,23,27,28
21:23,24 22:24 23:24,27 24:25,27 25:26,27 26:27,28 27:28 28:29 29:30,31 30:31 31:32 32:33
34:35,36 35:36 36:37 38:39 39:40 40:41,42 41:42 43:44,45 44:45
"""
_SEAS = """
babuyan:1,2 laoag:1 vigan:7,13 lingayen:13,14 zambales_sea:18 manila_bay:19,21,22,24,25 verde:25,26
tayabas_sea:26,28,29 ragay:29,31,32 san_bernardino:33,34 albay_gulf:32,33 san_miguel:30,31
lamon:20,28,29,30 baler:16 isabela_sea:2,9 samar_sea:34,36 samar_east:34,35 leyte_gulf:35,36,37
camotes:37,38 bohol:37,39 tanon:39,40 sulu:40,41,43 guimaras:42,43 visayan:38,42,45 sibuyan:44,45
cuyo:43,44
"""
_LINKS = """
babuyan-laoag-vigan-lingayen-zambales_sea-manila_bay-verde-tayabas_sea-ragay-san_bernardino
san_bernardino-albay_gulf-san_miguel-lamon-baler-isabela_sea-babuyan
san_bernardino-samar_sea-camotes
san_bernardino-samar_east-leyte_gulf-bohol-tanon-sulu-guimaras-visayan-sibuyan-cuyo-sulu
samar_sea-visayan camotes-visayan camotes-bohol sibuyan-ragay
securing_panay-visayan securing_panay-guimaras securing_negros_cebu-tanon
securing_negros_cebu-visayan securing_leyte_samar-camotes securing_leyte_samar-samar_sea
"""


def _graph(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {name: frozenset(others) for name, others in found.items()}


def _numbered(text: str) -> Iterable[tuple[str, str]]:
    for entry in text.split():
        one, _, others = entry.partition(":")
        for other in others.split(","):
            yield NAMES[int(one) - 1] if one.isdigit() else one, NAMES[int(other) - 1]


NEXT = _graph(_numbered(_BORDERS))
COASTS: dict[str, frozenset[str]] = {}
for _sea, _area in _numbered(_SEAS):
    COASTS[_sea] = COASTS.get(_sea, frozenset()) | {_area}
COASTS |= {name: frozenset[str]() for name in ISLANDS}
SEAS_OF = {name: frozenset(sea for sea, coast in COASTS.items() if name in coast) for name in NAMES}
COASTAL = frozenset(name for name in NAMES if SEAS_OF[name])
WATERS = _graph(
    pair
    for line in _LINKS.split()
    for pair in zip(line.split("-"), line.split("-")[1:], strict=False)
)


@cache
def distance(start: str, end: str) -> int:
    """The number of borders between two areas; 99 where no land joins them."""
    seen = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == end:
            return seen[here]
        for there in NEXT[here]:
            if there not in seen:
                seen[there] = seen[here] + 1
                queue.append(there)
    return 99


MANILA = NUMBER["manila"]


@cache
def from_manila(area: str) -> int:
    """How far an area is from Manila: by land, or else beyond all of Luzon by its sea route."""
    if area in LUZON:
        return distance(area, "manila")
    seen = {"manila_bay": 0}
    queue = deque(["manila_bay"])
    while queue:
        here = queue.popleft()
        for there in sorted(WATERS[here] - ISLANDS.keys()):
            if there not in seen:
                seen[there] = seen[here] + 1
                queue.append(there)
    return 20 + min(seen[sea] for sea in SEAS_OF[area])


def sea_routes(start: str, end: str, most: int, shut: frozenset[str]) -> list[tuple[str, ...]]:
    """Every simple route over at most `most` sea spaces between two coasts, but for shut spaces."""
    found: list[tuple[str, ...]] = []

    def sail(route: tuple[str, ...]) -> None:
        if end in COASTS[route[-1]]:
            found.append(route)
        if len(route) < most:
            for there in sorted(WATERS[route[-1]] - ISLANDS.keys() - shut - set(route)):
                sail((*route, there))

    for first in sorted(SEAS_OF[start] - shut):
        sail((first,))
    return found
