"""The commands of saves and logs, with their fields in order (vassal-formats §4.3).

A command is one leaf of the command tree (see `stream`): an immutable typed view of its text. A
command that this library does not know is a `Raw` and is kept verbatim. Decoding never fails: a
field that cannot be read has its default, and `defect` says so.
"""

from __future__ import annotations

from modgen.vassal import fields as f
from modgen.vassal import sequence
from modgen.vassal.pieces import Deck, GamePiece, PieceError, Stack

TAB = "\t"
REGISTRY: dict[str, type[Command]] = {}
"""The class of each command by its prefix."""


class Command(f.Record, parts=1):
    """One leaf of the command tree."""

    __slots__ = ()

    def __init_subclass__(
        cls, prefix: str = "", delimiter: str = TAB, state_delimiter: str = ";", parts: int = 0
    ) -> None:
        super().__init_subclass__(prefix, delimiter, state_delimiter, parts)
        if prefix:
            REGISTRY[prefix] = cls

    @property
    def text(self) -> str:
        """The command's text in the stream."""
        return self.texts[0]

    def defect(self) -> str | None:
        """What is wrong with the text, in one sentence; None when all of it can be read."""
        tokens = self.tokens(0)
        for field in self.fields:
            if type(field) is not f.Field:
                break
            if field.offset >= len(tokens):
                return f"{type(self).__name__} lacks its {field.name.replace('_', ' ')}"
            try:
                field.wire.read(tokens[field.offset])
            except ValueError:
                name = field.name.replace("_", " ")
                return f"{type(self).__name__}: its {name} is not of type {field.wire.kind}"
        return None


class Raw(Command):
    """A command that this library does not know."""

    def defect(self) -> str | None:
        """An unknown command has no defects."""
        return None


class BeginSave(Command, prefix="begin_save"):
    """Ends the current game; the following commands build a new one."""


class EndSave(Command, prefix="end_save"):
    """The set-up is complete and the game starts."""


class AddPiece(Command, prefix="+/", delimiter="/"):
    """Adds a piece, stack or deck to the game."""

    id: str = f.field(default="null", doc="`null` in definitions")
    type: str = ""
    state: str = ""

    @property
    def piece(self) -> GamePiece | Stack | Deck:
        """The piece, stack or deck, decoded on demand. Its traits may raise PieceError."""
        _, type_text, state_text, *_ = [*self.tokens(0), "", "", ""]
        if type_text == "stack":
            return Stack.read(self.id, state_text)
        if type_text.startswith("deck;"):
            return Deck.read(self.id, type_text, state_text)
        return GamePiece.read(type_text, state_text, self.id)

    def defect(self) -> str | None:
        """Also whether the piece's traits and states agree."""
        problem = super().defect()
        if problem is not None:
            return problem
        try:
            piece = self.piece
            if isinstance(piece, GamePiece):
                piece.traits  # noqa: B018 - decoding is what may fail
        except PieceError as error:
            return f"AddPiece: {error}"
        return None


class RemovePiece(Command, prefix="-/"):
    """Removes a piece from the game."""

    id: str = f.raw(default="")


class ChangePiece(Command, prefix="D/", delimiter="/"):
    """A piece's, stack's or deck's state changes."""

    id: str = ""
    state: str = ""
    old_state: str | None = f.optional(
        default=None, doc="when given, only traits that differ are set"
    )


class MovePiece(Command, prefix="M/", delimiter="/"):
    """A piece moves. Maps and pieces underneath are `null` where there is none."""

    id: str = ""
    map: str = "null"
    x: int = 0
    y: int = 0
    under: str = f.field(default="null", doc="the piece directly below in its stack")
    old_map: str = "null"
    old_x: int = 0
    old_y: int = 0
    old_under: str = "null"
    player: str | None = f.optional(default=None, doc="the player's secret id")


class PlayAudioClip(Command, prefix="AUDIO\t"):
    """A sound is played."""

    sound: str = f.raw(default="")


class Chat(Command, prefix="CHAT"):
    """A line of chat: typed text, reports and dice alike."""

    message: str = f.raw(default="")


class Undo(Command, prefix="UNDO\t"):
    """Brackets the commands of an undo."""

    begins: bool = True


class ChangeProperty(Command, prefix="MutableProperty\t"):
    """A property of the module, a map, a zone, a die or the turn changes."""

    name: str = ""
    old_value: str = ""
    new_value: str = ""
    container: str | None = f.optional(
        default=None, doc="`Module`, the map's name or `map:zone`; none is any"
    )


class SetProperty(Command, prefix="GlobalProperty\t;", delimiter=";"):
    """The value of a property in a save."""

    name: str = f.field(default="", doc="for a zone's: name, zone, board, map between tabs")
    value: str = ""
    container: str | None = f.optional(default=None)


class SetBoards(Command):
    """Which boards a map shows: for each its name (and `/rev`), column and row."""

    picker: str = f.field(default="", doc="the map's name and `BoardPicker`")
    boards: tuple[tuple[str, str, str], ...] = f.rest(default=(), size=3)

    @property
    def map(self) -> str:
        """The map's name."""
        return self.picker.removesuffix("BoardPicker")


class MarkGameNotNew(Command, prefix="SETUP_STACK\t"):
    """All stacks and decks are in the save; without this the engine adds those at start."""

    nothing: str = f.raw(default="")


class AddPlayer(Command, prefix="PLAYER\t"):
    """A player takes a side. The id is the player's password."""

    id: str = ""
    name: str = ""
    side: str = f.field(default="", doc="`<observer>` for none")


class RemovePlayer(Command, prefix="PYREMOVE\t"):
    """A player gives up a side."""

    id: str = ""


class AllowUnmasking(Command, prefix="UNMASK\t"):
    """The players whose masked pieces others may reveal; an empty list is written as `null`."""

    ids: tuple[str, ...] = f.rest(default=())


class SetScenarioNote(Command, prefix="NOTES\t"):
    """The scenario notes; lines as `from_lines` writes them."""

    note: str = f.raw(default="")


class SetPublicNote(Command, prefix="PNOTES\t"):
    """The public notes."""

    note: str = f.raw(default="")


class SetPrivateNote(Command, prefix="PNOTE\t"):
    """A player's private notes."""

    owner: str = ""
    note: str = ""


class AddSecretNote(Command, prefix="SNOTE\t"):
    """A delayed note, shown when its owner reveals it."""

    name: str = ""
    owner: str = ""
    hidden: bool = False
    note: str = ""
    date: str = f.field(default="", doc="`MM/dd/yyyy h:mm a` where the writer was")
    handle: str = ""


class SetTurn(Command, prefix="TURN"):
    """A turn tracker's state: the index of its level and the states of the levels (§4.5)."""

    id: str = "TurnTracker0"
    state: str = ""


class ShowLineOfSight(Command, prefix="LOS\t"):
    """A line of sight thread, in map pixels."""

    id: str = "LOS_Thread0"
    anchor_x: int = 0
    anchor_y: int = 0
    arrow_x: int = 0
    arrow_y: int = 0
    persisting: bool = False
    mirroring: bool = False
    reset: bool = False


class ShowFlare(Command, prefix="FLARE\t"):
    """A flare on the map, in map pixels."""

    id: str = "Flare0"
    x: int = 0
    y: int = 0


class ShowDice(Command, prefix="SHOW_RESULTS\t"):
    """What a symbol dice button rolled: a 0-based face for each die."""

    button: str = ""
    faces: tuple[str, ...] = f.rest(default=())


class UpdateClock(Command, prefix="CLOCK\t"):
    """A chess clock's time, in milliseconds."""

    who: str = ""
    name: str = ""
    elapsed: int = 0
    verified: int = 0
    ticking: bool = False
    restore: bool = False


class UpdateClockControl(Command, prefix="CLOCKCONTROL\t"):
    """Whether the chess clocks show."""

    showing: bool = False
    online: bool = False


class UpdateStartupKey(Command, prefix="SGKC\t"):
    """A start-up key command was already applied."""

    id: str = "SGKC0"
    applied: bool = False


class LockOptionTab(Command, prefix="LOCKSPOTAB\t"):
    """A tab of scenario options is locked; empty fields when it is not."""

    tab: str = ""
    locked_by: str = ""
    password: str = ""
    date: str = ""


class RegisterExtension(Command, prefix="EXT\t"):
    """An extension that was loaded."""

    name: str = ""
    version: str = ""


class RegisterPlugin(Command, prefix="PLUGIN\t"):
    """A plug-in that was loaded."""

    name: str = ""
    version: str = ""


class LoadDeck(Command, prefix="DECK\t"):
    """The head of a deck file; its children add the cards."""

    nothing: str = f.raw(default="")


class StoreEvents(Command, prefix="Events", delimiter="|"):
    """The old event log: comma sequences of time, user, action."""

    events: tuple[str, ...] = f.rest(default=())


class SetEmail(Command, prefix="SEMAIL\t"):
    """The address of the obsolete internet dice."""

    email: str = f.raw(default="")


class Invite(Command, prefix="INVITE\t"):
    """An invitation on the server."""

    player: str = ""
    player_id: str = ""
    room: str = ""


class PrivateChat(Command, prefix="PRIV_CHAT/", delimiter="/"):
    """A private message on the server."""

    sender: str = ""
    message: str = ""


class WakeUp(Command, prefix="PLAY\t"):
    """A sound for one player on the server."""

    sound: str = ""
    sender: str = ""


class Synchronise(Command, prefix="SYNC"):
    """A request for the state of the game on the server."""

    player: str = f.raw(default="")


_SHORT = {prefix: kind for prefix, kind in REGISTRY.items() if len(prefix) == 2}
_BARE = [
    (prefix, kind)
    for prefix, kind in REGISTRY.items()
    if len(prefix) > 2 and kind.fields and not prefix.endswith(TAB)
]


def parse_command(text: str) -> Command:
    """View one leaf, without a `LOG` prefix, as the command that it is."""
    kind = _SHORT.get(text[:2])
    if kind is not None:
        return kind.read(text)
    head, tab, _ = text.partition(TAB)
    kind = REGISTRY.get(head + tab)
    if kind is not None:
        return kind.read(text)
    for prefix, kind in _BARE:
        if text.startswith(prefix):
            return kind.read(text)
    if head.endswith("BoardPicker"):
        return SetBoards.read(text)
    return Raw.read(text)


def lines(note: str) -> list[str]:
    """The lines of a note or other text of several lines."""
    return sequence.split(note, "|")


def from_lines(text: str) -> str:
    """A text of several lines in the form of notes: a `|` sequence."""
    return sequence.join(text.replace("\r", "").split("\n"), "|")
