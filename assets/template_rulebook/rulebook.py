"""The rules of Four Vales, as far as a log can show them. `docs/rulebook.md` explains each part."""

from collections import Counter
from pathlib import Path

from modgen.model.files.diagnostics import PartDiagnostic
from modgen_rules.engine.reports.clauses import read_clauses
from modgen_rules.engine.reports.findings import Span, worst
from modgen_rules.engine.rulebook import Action, PieceEdit
from modgen_rules.engine.side_turns import side_turns


class Rulebook:
    """Armies march to adjacent vales; castles never move."""

    folder = Path(__file__).parent
    kinds = ("army_red", "army_blue", "castle_red", "castle_blue")

    def __init__(self, games):
        self.games = games
        self.game = games[0]
        self.clauses = read_clauses(self.folder, "FV")

    def validate(self):
        """Every vale needs the attribute `harvest`, a number that the rules use."""
        for space in self.game.map.spaces:
            if not isinstance(space.attributes.get("harvest"), int):
                yield PartDiagnostic(space, (), "a vale needs a number `harvest`")

    def position(self, pieces):
        """The pieces on the table, and the number of each."""
        return Counter(pieces)

    def actions(self, position, actor):
        """The legal actions of a side: march to an adjacent vale, or recruit at a castle."""
        castles = {piece.place for piece in position if piece.kind == f"castle_{actor}"}
        for army in [piece for piece in position if piece.kind == f"army_{actor}"]:
            story, vales = "recruit", castles & self.game.spaces.keys()
            if army.place in self.game.spaces:
                story, vales = "march", self.game.neighbours(army.place)
            elif army.place != f"{actor}_camp":
                continue
            for vale in sorted(vales):
                yield Action(story, (PieceEdit(army, army._replace(place=vale)),))

    def turns(self, log, report):
        """A turn lasts until the other side moves a piece."""
        return side_turns(log)

    def explain(self, turn, report):
        """Report the clause that each edit breaks, unless an action explains the edit."""
        title, where = f"Turn {turn.number}", Span(turn.first, turn.last)
        legal = self.actions(turn.before, turn.side)
        done = {edit: action for action in legal for edit in action.edits}
        before = len(report.report.findings)
        for edit in turn.edits:
            kind, start, end = edit.before.kind, edit.before.place, edit.after.place
            if edit in done or kind not in self.kinds or start == end:
                continue
            report.find(
                self.broken(edit, turn.side),
                "illegal",
                where,
                turn.side,
                title,
                piece=self.game.piece_types[kind].name,
                source=self.name(start),
                target=self.name(end),
            )
        story = Counter(done[edit].story for edit in turn.edits if edit in done)
        text = ", ".join(f"{number} × {word}" for word, number in story.items())
        verdict = worst(report.report.findings[before:])
        report.segment(title, turn.side, turn.first - 1, turn.last, text or "no action", verdict)

    def broken(self, edit, side):
        """The clause that an edit breaks."""
        if edit.before.kind.startswith("castle"):
            return "1.b"
        if not edit.before.kind.endswith(side):
            return "1.c"
        return "1.a" if edit.before.place in self.game.spaces else "2.a"

    def name(self, place):
        """The displayed name of a place."""
        known = self.game.place(place)
        return known.name if known else place
