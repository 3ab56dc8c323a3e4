"""The tables of the results database, as one declaration: SQL and documentation come from it.

No column depends on the order, the time or the machine of a run, except those of `runs` and
`work`: the same files give the same rows.
"""

from __future__ import annotations

from typing import NamedTuple

SCHEMA = 1
"""The version of the schema. A database of another version is refused."""


class Column(NamedTuple):
    """A column: its name, its type in DuckDB, and what it holds."""

    name: str
    type: str
    text: str


class Table(NamedTuple):
    """A table and what one of its rows is."""

    name: str
    text: str
    columns: tuple[Column, ...]

    @property
    def sql(self) -> str:
        """The statement that creates the table."""
        columns = ", ".join(f'"{one.name}" {one.type}' for one in self.columns)
        return f"CREATE TABLE IF NOT EXISTS {self.name} ({columns})"


def _columns(*rows: tuple[str, str, str]) -> tuple[Column, ...]:
    return tuple(Column(*row) for row in rows)


GAME = ("game_id", "VARCHAR", "The game; see `games`.")
FILE_STATES = {
    "judged": "its game is in `games`",
    "copy": "the same bytes as another file, which `reason` names",
    "repeated": "another log of the same game contains all of its steps",
    "unusable": "not a save or log, or damaged; `reason` says what is wrong",
    "no-rules": "a log of a module for which no game was found",
    "too-big": "larger than `--max-size`, or than the memory that a worker may use",
    "too-long": "judging took more than `--timeout` seconds of the processor",
    "crashed": "the process that judged it ended, or failed with an internal error",
}
"""The values of `files.state`."""

FILES = Table(
    "files",
    "A save or log that was found.",
    _columns(
        ("address", "VARCHAR", "Its path or URL; of a file in a ZIP, `archive.zip::path in it`."),
        ("size", "BIGINT", "Bytes."),
        ("stamp", "VARCHAR", "Time of the last change or another mark that changes with the file."),
        ("sha256", "VARCHAR", "Checksum of its bytes; NULL when it could not be read."),
        ("state", "VARCHAR", " ".join(f"`{name}`: {text}." for name, text in FILE_STATES.items())),
        ("reason", "VARCHAR", "Why it was not judged, in one sentence."),
        ("module", "VARCHAR", "The module on which it was played, as the log says."),
        ("module_version", "VARCHAR", "The version of that module."),
        ("game", "VARCHAR", "The id of the game by whose rules it was judged."),
        ("saved", "TIMESTAMP", "When the file was written (UTC), as it says itself."),
        ("players", "VARCHAR[]", "The players' names, sorted."),
        ("steps", "INTEGER", "Steps of the log; 0 for a save."),
        ("first_position", "VARCHAR", "Fingerprint of the position with which it begins."),
        ("last_position", "VARCHAR", "Fingerprint of the position with which it ends."),
        (
            "party",
            "VARCHAR",
            "Fingerprint of game and players; NULL for fewer than two names.",
        ),
        ("windows", "UBIGINT[]", "Fingerprints of some runs of five steps, to find repeats."),
        ("rules", "VARCHAR", "Fingerprint of the program and options that judged it."),
        ("group_key", "VARCHAR", "Fingerprint of the files that were judged together."),
    ),
)
GAMES = Table(
    "games",
    "A recorded game: one log, or several that continue each other.",
    _columns(
        ("game_id", "VARCHAR", "Fingerprint of its files, in the order of play."),
        ("group_key", "VARCHAR", "Fingerprint of the files that were judged together."),
        ("game", "VARCHAR", "The id of the game, such as `people-power`; NULL without rules."),
        ("title", "VARCHAR", "The displayed name of the game, or of the module."),
        ("module_version", "VARCHAR", "The version of the module of its first log."),
        ("scenario", "VARCHAR", "The scenario whose set-up it begins with; NULL when unknown."),
        ("winner", "VARCHAR", "The side that won; NULL when the log does not show it."),
        ("logs", "INTEGER", "How many logs record it."),
        ("gaps", "INTEGER", "Between how many of them the position changed outside any log."),
        ("steps", "INTEGER", "Steps of all logs."),
        ("turns", "INTEGER", "Judged turns."),
        ("ok", "INTEGER", "Turns that were explained as legal."),
        ("illegal", "INTEGER", "Turns that break a rule."),
        ("suspect", "INTEGER", "Turns that may break a rule."),
        ("cannot_tell", "INTEGER", "Turns about which the log does not say enough."),
        ("first_saved", "TIMESTAMP", "When its first log was written (UTC)."),
        ("last_saved", "TIMESTAMP", "When its last log was written (UTC)."),
        ("remarks", "VARCHAR[]", "Sentences about its logs, such as that one repeats another."),
    ),
)
LOGS = Table(
    "logs",
    "A log of a game, in the order of play.",
    _columns(
        GAME,
        ("number", "INTEGER", "Its place in the game, from 1."),
        ("sha256", "VARCHAR", "Its file; see `files`."),
        ("address", "VARCHAR", "Where that file was, the first by name if there are copies."),
        ("used", "INTEGER", "How many of its steps count; the next log repeats the others."),
    ),
)
PLAYERS = Table(
    "players",
    "A player of a game.",
    _columns(
        GAME,
        ("player", "VARCHAR", "The player's name, as VASSAL shows it."),
        ("side", "VARCHAR", "The side at the end; empty for an observer."),
    ),
)
TURNS = Table(
    "turns",
    "A turn, phase or set-up as the checker understood it.",
    _columns(
        GAME,
        ("number", "INTEGER", "Its place in the game, from 1."),
        ("title", "VARCHAR", "Such as `Card 12, NPA`."),
        ("side", "VARCHAR", "The side that acted; NULL when it belongs to no side."),
        ("player", "VARCHAR", "Who played that side; NULL when unknown or not one player."),
        ("first_step", "INTEGER", "Its first step, from 1 over all logs of the game."),
        ("last_step", "INTEGER", "Its last step."),
        ("verdict", "VARCHAR", "`ok`, `illegal`, `suspect` or `cannot-tell`."),
        ("story", "VARCHAR", "What was done, or the closest legal action."),
    ),
)
FINDINGS = Table(
    "findings",
    "A breach of a rule, certain or possible. What follows from it has no row of its own.",
    _columns(
        GAME,
        ("number", "INTEGER", "Its place in the report of the game, from 1."),
        ("code", "VARCHAR", "The stable code, such as `PP-3.2.2-protest-origin`."),
        ("clause", "VARCHAR", "The number of the clause; NULL for none."),
        ("verdict", "VARCHAR", "`illegal`, `suspect`, `cannot-tell` or `note`."),
        ("severity", "VARCHAR", "`error`, `warning` or `info`."),
        ("side", "VARCHAR", "The side that acted; NULL when no side is involved."),
        ("player", "VARCHAR", "Who played that side; NULL when unknown or not one player."),
        ("first_step", "INTEGER", "The first step of the turn; 0 is the set-up."),
        ("last_step", "INTEGER", "The last step of the turn."),
        ("message", "VARCHAR", "What happened, then the clause."),
        ("rule", "VARCHAR", "The sentence of the clause."),
        ("piece", "VARCHAR", "The piece; NULL for none."),
        ("source", "VARCHAR", "The place that it left; NULL for none."),
        ("target", "VARCHAR", "The place that it came to; NULL for none."),
        ("expected", "VARCHAR", "What the rules require; NULL for none."),
        ("observed", "VARCHAR", "What the log shows; NULL for none."),
        ("fingerprint", "VARCHAR", "The same breach in the same log always has the same one."),
    ),
)
DICE = Table(
    "dice",
    "How often a player rolled a result.",
    _columns(
        GAME,
        ("player", "VARCHAR", "Who rolled, as the chat line says."),
        ("die", "VARCHAR", "The name of the button."),
        ("sides", "INTEGER", "The results that the die has; NULL when the game is unknown."),
        ("result", "INTEGER", "The result."),
        ("count", "INTEGER", "How often it came up."),
    ),
)
MOVES = Table(
    "moves",
    "How often pieces of a kind came to a place.",
    _columns(
        GAME,
        ("piece", "VARCHAR", "The kind of piece."),
        ("place", "VARCHAR", "The space, box or track; NULL for any other place."),
        ("count", "INTEGER", "Moves of such pieces to this place from elsewhere."),
    ),
)
WORK = Table(
    "work",
    "The time that judging took. Its values differ from run to run.",
    _columns(
        ("group_key", "VARCHAR", "The files that were judged together; see `files`."),
        ("seconds", "DOUBLE", "Seconds of one core."),
        ("run", "INTEGER", "The run in which they were judged; see `runs`."),
    ),
)
RUNS = Table(
    "runs",
    "A run of `modgen audit`. `ended` is NULL for a run that was killed.",
    _columns(
        ("run", "INTEGER", "Its number, from 1."),
        ("modgen", "VARCHAR", "The version of Modgen."),
        ("began", "TIMESTAMP", "When it began (UTC)."),
        ("ended", "TIMESTAMP", "When it ended (UTC), also if it was interrupted."),
        ("found", "BIGINT", "Saves and logs that were found."),
        ("judged", "BIGINT", "Of these, those that were judged in this run."),
    ),
)
OF_GAME = (LOGS, PLAYERS, TURNS, FINDINGS, DICE, MOVES)
"""The tables with rows of a game, besides `games`."""
TABLES = (FILES, GAMES, *OF_GAME, WORK, RUNS)


def documented() -> str:
    """The tables as Markdown, for `docs/audit.md`."""
    parts = []
    for table in TABLES:
        rows = "\n".join(f"| `{c.name}` | {c.type} | {c.text} |" for c in table.columns)
        parts.append(f"### {table.name}\n\n{table.text}\n\n| column | type | |\n|--|--|--|\n{rows}")
    return "\n\n".join(parts) + "\n"
