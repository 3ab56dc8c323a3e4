"""Finds logs that may belong to one game; `engine/record/chain.py` then decides.

Logs may belong together when one begins with the position with which another ends, when they share
steps, or when the same people played them. What is compared are the columns of `files`, in SQL, so
that a database of any size can be grouped in little memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modgen_rules.audit.collect import fingerprint
from modgen_rules.audit.database import single_key
from modgen_rules.audit.sources import Found
from modgen_rules.audit.work import Group, Member

MOST_ALIKE = 20
"""A position or window that more logs have says nothing about any of them."""
MOST_TOGETHER = 60
"""The most logs that are judged together. Larger groups are linked by equal positions only."""

LOGS = (
    "(SELECT address, game, sha256, first_position, last_position, windows, party, "
    "regexp_replace(address, '[^/]*$', '') AS folder FROM files "
    "WHERE state IN ('judged', 'repeated') AND first_position IS NOT NULL)"
)
SAME_POSITION = f"""
SELECT a.address, b.address FROM {LOGS} a JOIN {LOGS} b
ON a.last_position = b.first_position AND a.game = b.game
WHERE a.address <> b.address AND a.first_position <> a.last_position
AND b.first_position IN
(SELECT first_position FROM {LOGS} GROUP BY 1 HAVING count(*) <= {MOST_ALIKE})
"""
SAME_STEPS = f"""
WITH w AS (SELECT address, unnest(list_distinct(windows)) AS value FROM {LOGS})
SELECT DISTINCT first, address FROM
(SELECT address, min(address) OVER (PARTITION BY value) AS first,
 count(*) OVER (PARTITION BY value) AS number FROM w)
WHERE number <= {MOST_ALIKE} AND first <> address
"""
SAME_PLAYERS = f"""
SELECT first, address FROM
(SELECT address, min(address) OVER same AS first, count(*) OVER same AS number
 FROM {LOGS} WHERE party IS NOT NULL WINDOW same AS (PARTITION BY party, folder))
WHERE number <= {MOST_TOGETHER} AND first <> address
"""


class _Forest:
    """Sets of addresses that are linked."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def top(self, one: str) -> str:
        """The address that stands for a set."""
        path = []
        while (above := self._parent.get(one, one)) != one:
            path.append(one)
            one = above
        for below in path:
            self._parent[below] = one
        return one

    def link(self, one: str, other: str) -> None:
        """Unite two sets."""
        first, second = sorted((self.top(one), self.top(other)))
        self._parent.setdefault(first, first)
        self._parent[second] = first

    def sets(self) -> list[list[str]]:
        """Every set with several addresses, sorted."""
        found: dict[str, list[str]] = {}
        for one in sorted(self._parent):
            found.setdefault(self.top(one), []).append(one)
        return [one for one in found.values() if len(one) > 1]


def groups(con: Any, rules: str) -> Iterator[Group | Found]:
    """The groups to judge together, and the files that are to be judged alone again."""
    exact = con.execute(SAME_POSITION).fetchall()
    players = con.execute(SAME_PLAYERS).fetchall()
    forest = _Forest()
    for one, other in (*exact, *con.execute(SAME_STEPS).fetchall(), *players):
        forest.link(one, other)
    close = {address for edge in players for address in edge}
    wanted = [one for one in forest.sets() if len(one) <= MOST_TOGETHER]
    large = {address for one in forest.sets() if len(one) > MOST_TOGETHER for address in one}
    smaller = _Forest()
    for one, other in exact:
        if one in large:
            smaller.link(one, other)
    wanted += [one for one in smaller.sets() if len(one) <= MOST_TOGETHER]
    together = {address for one in wanted for address in one}
    for addresses in wanted:
        group = _group(con, rules, addresses, not close.isdisjoint(addresses))
        if group is not None:
            yield group
    alone = con.execute(
        "SELECT address, size, stamp, sha256, group_key FROM files "
        "WHERE state IN ('judged', 'repeated') AND first_position IS NOT NULL ORDER BY address"
    )
    again = []
    while rows := alone.fetchmany(1000):
        again += [
            Found(address, size, stamp)
            for address, size, stamp, sha256, key in rows
            if address not in together and key != single_key(rules, sha256)
        ]
    yield from again


def _group(con: Any, rules: str, addresses: list[str], close: bool) -> Group | None:
    """A group, or None when exactly these files were judged together."""
    rows = con.execute(
        "SELECT address, size, stamp, sha256, group_key, module FROM files "
        "WHERE address IN (SELECT unnest(?::VARCHAR[])) ORDER BY address",
        [addresses],
    ).fetchall()
    key = fingerprint(rules, "close" if close else "exact", *sorted(row[3] for row in rows))
    if all(row[4] == key for row in rows):
        return None
    ids = [fingerprint(row[3]) for row in rows]
    judged = {
        row[0]
        for row in con.execute(
            "SELECT game_id FROM games WHERE game_id IN (SELECT unnest(?::VARCHAR[]))", [ids]
        ).fetchall()
    }
    members = tuple(
        Member(Found(*row[:3]), row[3], id_ in judged) for row, id_ in zip(rows, ids, strict=True)
    )
    return Group(key, rows[0][5], members, close)
