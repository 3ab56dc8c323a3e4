"""The gallery: boards, sheets, and a replay and a report of a random game of each bundled game."""

from __future__ import annotations

import json
import re
import zipfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image

from modgen.assets import bundled_games
from modgen.cli import cli
from modgen.cli.demo import SEED, run_command
from modgen.model.loading.folder import load
from modgen_rules.engine.pairs.pair_pictures import pair_picture
from modgen_rules.engine.pairs.pair_trials import PairTrials
from modgen_rules.engine.pairs.pairs import Pair, read_pairs
from modgen_rules.engine.pipeline import whole_rulebook
from modgen_rules.engine.random_player import SimulationError
from modgen_rules.engine.trial import Trial

ROOT = Path(__file__).parents[2]
WORK = ROOT / "output" / "documentation"
SOURCES = ("modgen", "rules", "assets", "docs/_generate")
WIDTH = 1400
"""The greatest width of a picture, in pixels."""
MISTAKES = "3"
PAIR = "pair.svg"
MOVES = re.compile(r"\bfrom \w+ to \w+|^\w+ to \w+")
"""The picture of a pair of a clause."""
SHEETS = {
    "counters-a4": "Counters",
    "cards-a4": "Cards",
    "aids-a4": "Player aids",
    "rules-a4": "Rules",
}
"""Names of the sheets that are shown, with their captions."""


@cache
def build() -> None:
    """Build, print, play and check every bundled game, unless the results are newer than the code."""
    stamp = WORK / "built.json"
    newest = max(
        path.stat().st_mtime_ns
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    )
    if stamp.exists() and json.loads(stamp.read_text("utf-8")) == newest:
        return
    for game in bundled_games():
        _build(game, WORK / game)
    stamp.write_text(json.dumps(newest), "utf-8")


def _build(game: str, to: Path) -> None:
    for old in to.glob("**/*.vlog"):
        old.unlink()
    _run("build", game, "--lang", "en", "-o", str(to))
    module = next(to.glob("*.vmod"))
    _run("sheets", game, "--lang", "en", "--paper", "a4", "-o", str(to / "sheets"))
    play = ("simulate", game, "--seed", SEED, "--noise", "--module", str(module), "-o", str(to))
    try:
        _run(*play, "--mistakes", MISTAKES)
    except SimulationError:  # this game's player makes none
        _run(*play)
    log = str(next(to.glob("*.vlog")))
    _run("replay", log, "--module", str(module), "-o", str(to / "replay.html"))
    _run("replay", log, "--module", str(module), "--png", "0", "-o", str(to / "board.png"))
    _run("check", log, "--module", str(module), "--format", "html", "-o", str(to / "report.html"))
    _pair_picture(game, to)
    _small(Image.open(to / "board.png"), to / "board-small.webp")
    for name in SHEETS:
        for path in (to / "sheets" / "en").glob(f"*-{name}.pdf"):
            page = pypdfium2.PdfDocument(path)[0]
            _small(page.render(scale=2).to_pil(), to / f"{name}.webp")


@cache
def pair_shown(game: str) -> Pair | None:
    """The pair of a game's rulebook whose picture is shown: the shortest that moves a piece."""
    pairs = read_pairs(whole_rulebook(game).folder)
    moving = [one for one in pairs if one.shows and MOVES.search(one.illegal or "")]
    return min(
        moving,
        key=lambda one: (" from " not in f"{one.illegal}", len(f"{one.illegal}")),
        default=None,
    )


def _pair_picture(game: str, to: Path) -> None:
    pair = pair_shown(game)
    if pair is not None:
        with TemporaryDirectory() as folder:
            drawing = pair_picture(PairTrials(Trial(game, None, Path(folder))), pair)
        (to / PAIR).write_text(drawing, "utf-8")


def _small(picture: Image.Image, path: Path) -> None:
    picture = picture.convert("RGB")
    picture.thumbnail((WIDTH, WIDTH * 2))
    picture.save(path, quality=82, method=6)


def _run(*arguments: str) -> None:
    """Run a command; `check` may end with 1, because mistakes were planted."""
    code = run_command(cli, arguments)
    if code not in (0, 1):
        raise RuntimeError(f"modgen {' '.join(arguments)} ended with {code}")


def pictures() -> dict[str, Path]:
    """Path below `docs` to the file of every picture and page of the gallery."""
    build()
    names = [
        "board-small.webp",
        "replay.html",
        "report.html",
        PAIR,
        *(f"{name}.webp" for name in SHEETS),
    ]
    return {
        f"gallery/{game}/{name}": WORK / game / name
        for game in bundled_games()
        for name in names
        if (WORK / game / name).exists()
    }


def page() -> str:
    """The page of the gallery."""
    shown = pictures()
    lines = [
        "# Gallery\n",
        "The games that come with Modgen. All pictures, replays and reports on this page are made from",
        "the current code. Each game was played at random, with untidy records and, where its player",
        "can make them, three mistakes; then it was checked.\n",
    ]
    for game, folder in bundled_games().items():
        info = load(folder).game.info
        at = f"gallery/{game}"
        with zipfile.ZipFile(next((WORK / game).glob("*.vmod"))) as module:
            number = len([name for name in module.namelist() if name.startswith("images/")])
        lines += [
            f"## {info.title}\n",
            f"{info.description} The module has {number} pictures, all drawn from the data.\n",
            f"![The board of {info.title}]({at}/board-small.webp){{ loading=lazy }}\n",
            f"[Replay of a game]({at}/replay.html){{ .md-button }}",
            f"[Report with findings]({at}/report.html){{ .md-button }}\n",
            '<div class="sheets" markdown>\n',
        ]
        lines += [
            f"![{caption} of {info.title}]({at}/{name}.webp){{ loading=lazy }}"
            for name, caption in SHEETS.items()
            if f"{at}/{name}.webp" in shown
        ]
        lines.append("\n</div>\n")
    return "\n".join(lines)
