"""The position after a step of a log as the set-up of a save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from modgen.log.table import Piece, Pile, Table, place_of
from modgen.vassal import commands as c
from modgen.vassal import sequence
from modgen.vassal.pieces import BasicPiece, Deck, PieceError, Stack, add_command, nest, unnest
from modgen.vassal.save import NOTHING, LogStep
from modgen.vassal.stream import Leaf

LATEST: dict[type[c.Command], tuple[str, ...]] = {
    c.SetPrivateNote: ("owner",),
    c.AddSecretNote: ("owner", "name"),
    c.AllowUnmasking: (),
    c.UpdateClock: ("who",),
    c.UpdateClockControl: (),
    c.UpdateStartupKey: ("id",),
    c.LockOptionTab: ("tab",),
    c.ShowLineOfSight: ("id",),
}
"""Commands that replace an earlier one with the same values in these fields."""


def restated(
    set_up: Sequence[Leaf], table: Table, done: Iterable[LogStep], later: Sequence[LogStep]
) -> Iterator[Leaf]:
    """The set-up of a log changed to the position of `table`, after the steps `done`.

    What did not change keeps its text. A stack that is empty now is kept if a step in `later`
    uses it.
    """
    latest: dict[tuple[object, ...], str] = {}
    for step in done:
        for command in step.commands:
            if type(command) in LATEST:
                latest[_key(command)] = command.text
    added = _Added(set_up, table, later)
    players = [
        c.AddPlayer(id=key, name=player.name, side=player.side).text
        for key, player in table.players.items()
    ]
    seen_players = False
    for leaf in set_up:
        command = c.parse_command(leaf.command)
        if isinstance(command, c.AddPiece):
            yield from added.leaves(leaf.level)
        elif isinstance(command, c.AddPlayer):
            # Engines write the roster twice.
            if not seen_players:
                yield from _same_or_new(leaf, players)
            seen_players = True
        elif isinstance(command, c.EndSave):
            if not seen_players:
                yield from (Leaf(0, leaf.level, text, text) for text in players)
            yield from added.leaves(leaf.level)
            yield from (Leaf(0, leaf.level, text, text) for text in latest.values())
            yield leaf
        elif type(command) in LATEST:
            yield from _same_or_new(leaf, [latest.pop(_key(command), leaf.command)])
        else:
            text = _now(command, table)
            yield from [leaf] if text is None else _same_or_new(leaf, [text])


def _key(command: c.Command) -> tuple[object, ...]:
    return type(command), *(getattr(command, name) for name in LATEST[type(command)])


def _same_or_new(leaf: Leaf, texts: Sequence[str]) -> Iterator[Leaf]:
    for text in texts:
        yield leaf if text == leaf.command else Leaf(0, leaf.level, text, text)


def _now(command: c.Command, table: Table) -> str | None:
    """A command of the set-up with the value that it has now; None if the table does not say."""
    if isinstance(command, c.SetProperty):
        name = sequence.split(command.name, "\t")[0]
        # Old engines change properties without saying whose they are.
        for container in dict.fromkeys(("", command.container or "")):
            value = table.properties.get((container, name))
            if value is not None:
                return command.but(value=value).text if value != command.value else command.text
    elif isinstance(command, c.SetTurn):
        state = table.turns.get(command.id, command.state)
        return command.text if state == command.state else command.but(state=state).text
    elif isinstance(command, c.SetBoards):
        boards = table.boards.get(command.map, command.boards)
        return command.text if boards == command.boards else command.but(boards=boards).text
    elif isinstance(command, c.SetScenarioNote):
        note = table.notes.get("scenario", command.note)
        return command.text if note == command.note else command.but(note=note).text
    elif isinstance(command, c.SetPublicNote):
        note = table.notes.get("public", command.note)
        return command.text if note == command.note else command.but(note=note).text
    return None


class _Added:
    """The commands that add what is on the table, in the order of the set-up where they can."""

    def __init__(self, set_up: Sequence[Leaf], table: Table, later: Sequence[LogStep]) -> None:
        self._table = table
        self._old: dict[str, Leaf] = {}
        for leaf in set_up:
            if leaf.command.startswith("+/"):
                self._old[c.AddPiece.read(leaf.command).id] = leaf
        self._later = later
        self._done = False

    def leaves(self, level: int) -> Iterator[Leaf]:
        """All commands at the first call, nothing after it."""
        if self._done:
            return
        self._done = True
        # Members come before their pile, and a new piece after those that were there.
        yield from self._all(self._table.pieces, self._piece, level)
        yield from self._all(self._named_piles(), self._pile, level)

    def _all(
        self, found: dict[str, Piece] | dict[str, Pile], write: Callable[..., str], level: int
    ) -> Iterator[Leaf]:
        order = [key for key in self._old if key in found]
        for key in [*order, *(key for key in found if key not in self._old)]:
            old = self._old.get(key)
            text = write(found[key], old)
            depth = level if old is None else max(old.level, 0)
            yield old if old is not None and text == old.command else Leaf(0, depth, text, text)

    def _named_piles(self) -> dict[str, Pile]:
        """The piles with the ids that they get: a stack that no command named gets a new one."""
        table = self._table
        numbers = [
            int(key)
            for key in (*table.pieces, *table.piles, *_used(self._later))
            if key.isascii() and key.isdigit() and len(key) < 18
        ]
        new = max(numbers, default=0)
        piles: dict[str, Pile] = {}
        for key, pile in table.piles.items():
            name = key
            if pile.unnamed:
                new += 1
                name = str(new)
            piles[name] = pile._replace(id=name)
        for key in table.known_stacks & _used(self._later):
            piles.setdefault(key, Pile(key, "", "null", 0, 0, False, ()))
        return piles

    def _piece(self, piece: Piece, old: Leaf | None) -> str:
        if old is not None:
            command = c.AddPiece.read(old.command)
            before = command.piece
            if command.state == piece.state and place_of(piece.state) == piece[3:6] and before:
                return command.text
        return add_command(piece.id, piece.type, _placed(piece))

    def _pile(self, pile: Pile, old: Leaf | None) -> str:
        layer: int | None = -1
        before = c.AddPiece.read(old.command).piece if old is not None else None
        if isinstance(before, Stack):
            layer = before.layer
            if before[:5] == (pile.id, pile.map, pile.x, pile.y, pile.contents) and old:
                return old.command
        if not pile.is_deck:
            return Stack(pile.id, pile.map, pile.x, pile.y, pile.contents, layer).add_command()
        deck = Deck.read(pile.id, pile.type, "")._replace(
            map=pile.map, x=pile.x, y=pile.y, face_down=pile.face_down, contents=pile.contents
        )
        return old.command if before == deck and old is not None else deck.add_command()


def _used(later: Sequence[LogStep]) -> Set[str]:
    """The ids of pieces and stacks that steps change or move."""
    kinds = (c.ChangePiece, c.MovePiece, c.RemovePiece)
    return {
        command.id
        for step in later
        for command in step.commands
        if isinstance(command, kinds) and command.id not in NOTHING
    }


def _placed(piece: Piece) -> str:
    """The state of a piece with its place, which moves do not change in the state."""
    if place_of(piece.state) == piece[3:6]:
        return piece.state
    try:
        *outer, inner = unnest(piece.state)
    except PieceError:
        return piece.state
    basic = BasicPiece.read("", inner).but(map=piece.map, x=piece.x, y=piece.y)
    return nest(outer, basic.texts[1])
