"""What a side sees of a game in `modgen log` and `modgen replay`, and moves within a place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.library.logs import ViewerError, read_log
from modgen.log.page import page
from modgen.log.pictures import shown
from modgen.log.story import NOTHING, OUT_OF_SIGHT, Story
from modgen.log.timeline import Timeline
from modgen.log.wording import direction
from modgen.vassal import commands as c
from modgen.vassal.components import Component, component, entry
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece
from modgen.vassal.save import property_command, save_text, steps, write_save
from modgen.vassal.stream import Node, leaves
from modgen.vassal.traits import Invisible, Layer, Mask, Trait
from tests.importing.small_modules import picture

HEXES = component("HexGrid", x0=0, y0=0, dx=86.6, dy=100)
SQUARES = component("SquareGrid", x0=0, y0=0, dx=50, dy=40)


def board(*grids: Component) -> Component:
    return component("Board", grids, name="B", width=1000, height=800, color="9,99,9")


def module(*grids: Component) -> Module:
    """A map, a window of each side, and one that Red shows to all."""
    windows = [
        component("PrivateMap", [component("BoardPicker", [board()])], mapName=name, side=side)
        for name, side in (("Red's hand", "Red"), ("Blue's hand", "Blue"))
    ]
    shown_to_all = component("PrivateMap", mapName="Open hand", side="Red", visible=True)
    roster = component("PlayerRoster", [entry("Red"), entry("Blue")])
    main = component("Map", [component("BoardPicker", [board(*grids)])], mapName="Main")
    tree = component("GameModule", [roster, main, *windows, shown_to_all], name="Hidden")
    return Module(tree, Metadata("1", "Hidden"), {"card.png": picture(40, 60, "red")})


def piece(name: str, key: str, *traits: Trait, at: tuple[str, int, int]) -> GamePiece:
    return GamePiece(traits, BasicPiece(name=name, image="card.png")).at(*at, key)


def moved(old: GamePiece, key: str, *places: tuple[str, int, int]) -> Iterator[Node]:
    """A step for each place where a piece goes from the one before."""
    here = old.basic
    at = (here.map, here.x, here.y)
    for to in places:
        yield Node(
            c.MovePiece(
                id=key, map=to[0], x=to[1], y=to[2], under="null",
                old_map=at[0], old_x=at[1], old_y=at[2], old_under="null",
            ).text
        )  # fmt: skip
        at = to


def text_of(objects: list[GamePiece | Deck], nodes: list[Node]) -> str:
    return save_text([each.add_command() for each in objects], [], nodes)


def story(
    objects: list[GamePiece | Deck], nodes: list[Node], viewer: str | None = "", *grids: Component
) -> Story:
    timeline = Timeline()
    timeline.read(steps(leaves([text_of(objects, nodes)])))
    played = module(*grids)
    return Story(timeline, played.tree, viewer, played.images)


def told(played: Story) -> list[str]:
    return [line.text for line in played.lines()]


# --- moves within a place ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grids", "to", "words"),
    [
        ((), (160, 100), "moves 60 pixels to the right in Main"),
        ((), (101, 100), "moves 1 pixel to the right in Main"),
        ((), (70, 60), "moves 50 pixels to the upper left in Main"),
        ((HEXES,), (100, 300), "moves 2 hexes down in Main"),
        ((HEXES,), (187, 50), "moves 1 hex to the upper right in Main"),
        ((HEXES,), (110, 100), "moves 10 pixels to the right in Main"),
        ((SQUARES,), (0, 100), "moves 2 squares to the left in Main"),
        ((SQUARES,), (150, 140), "moves 1 square to the lower right in Main"),
    ],
)
def test_a_move_within_a_place_has_its_distance(
    grids: tuple[Component, ...], to: tuple[int, int], words: str
) -> None:
    unit = piece("Unit", "1", at=("Main", 100, 100))
    assert told(story([unit], [*moved(unit, "1", ("Main", *to))], "", *grids)) == [f"Unit {words}"]


def test_a_zone_has_its_own_cells() -> None:
    zone = component(
        "Zone", [SQUARES], name="Box", locationFormat="$name$", path="0,0;500,0;500,500;0,500"
    )
    unit = piece("Unit", "1", at=("Main", 100, 100))
    nodes = [*moved(unit, "1", ("Main", 100, 180), ("Main", 700, 180))]
    assert told(story([unit], nodes, "", component("ZonedGrid", [zone, HEXES]))) == [
        "Unit moves 2 squares down in Box",
        "Unit Box → Main",
    ]


def test_moves_within_a_place_are_told_beside_others() -> None:
    units = [piece(name, name, at=("Main", 100, 100)) for name in ("Scout", "Guard")]
    (away,) = moved(units[0], "Scout", ("Open hand", 5, 5))
    (short,) = moved(units[1], "Guard", ("Main", 100, 90))
    assert told(story([*units], [Node("", (away, short))])) == [
        "Scout Main → Open hand; Guard moves 10 pixels up in Main"
    ]


def test_a_move_to_a_place_of_the_same_name_on_another_map_names_the_maps() -> None:
    unit = piece("Unit", "1", at=("Main", 2000, 100))
    (move,) = moved(unit, "1", ("Red's hand", 2000, 100))
    assert told(story([unit], [move])) == ["Unit offboard (Main) → offboard (Red's hand)"]


def test_the_chat_of_such_a_move_is_kept() -> None:
    unit = piece("Unit", "1", at=("Main", 100, 100))
    (move,) = moved(unit, "1", ("Main", 100, 90))
    (line,) = story([unit], [Node("", (Node(c.Chat(message="* 3 points").text), move))]).lines()
    assert line.text == "3 points; Unit moves 10 pixels up in Main"


@pytest.mark.parametrize(
    ("across", "down", "words"),
    [(0, 5, "down"), (5, 0, "to the right"), (-5, 1, "to the left"), (-5, -5, "to the upper left")],
)
def test_directions(across: int, down: int, words: str) -> None:
    assert direction(across, down) == words


def test_no_step_is_without_words() -> None:
    cards = [piece(f"Card {n}", str(n), at=("Main", 9, 9)) for n in range(2)]
    pile = Deck("d", DeckType(name="Draw pile"), "Main", 9, 9, True, ("0", "1"))
    shuffled = pile._replace(contents=("1", "0"))
    nodes = [
        Node(c.ChangePiece(id="d", state=shuffled.state_text(), old_state=pile.state_text()).text),
        Node(c.ChangePiece(id="d", state=shuffled._replace(face_down=False).state_text()).text),
        Node(c.AddPlayer(id="7", name="Ann", side="Red").text),
        Node(c.PlayAudioClip().text),
    ]
    assert told(story([*cards, pile], nodes)) == [
        "the order of Draw pile changes",
        "Draw pile is turned face up",
        "Ann joins as Red",
        NOTHING,
    ]


# --- what a side sees -------------------------------------------------------------------------


def drawn_cards() -> tuple[list[GamePiece | Deck], list[Node]]:
    """Red draws a card, shows it on the map, and gives it to Blue."""
    cards: list[GamePiece | Deck] = [
        piece(name, str(n), at=("Main", 500, 500)) for n, name in enumerate(("Storm", "Truce"))
    ]
    pile = Deck("d", DeckType(name="Draw pile"), "Main", 500, 500, True, ("0", "1"))
    card = cards[1]
    assert isinstance(card, GamePiece)
    places = (("Red's hand", 50, 50), ("Main", 40, 40), ("Blue's hand", 50, 50))
    return [*cards, pile], [*moved(card, "1", *places)]


@pytest.mark.parametrize(
    ("viewer", "names"),
    [
        ("Red", ["Truce", "Truce", "a hidden piece"]),
        ("Blue", ["a hidden piece", "Truce", "Truce"]),
        (None, ["Truce"] * 3),
    ],
)
def test_cards_in_the_window_of_another_side_have_no_names(
    viewer: str | None, names: list[str]
) -> None:
    lines = told(story(*drawn_cards(), viewer))
    assert lines == [
        f"{names[0]} Draw pile → Red's hand",
        f"{names[1]} Red's hand → Main",
        f"{names[2]} Main → Blue's hand",
    ]


def test_cards_in_an_open_window_have_names() -> None:
    card = piece("Truce", "1", at=("Main", 40, 40))
    lines = told(story([card], [*moved(card, "1", ("Open hand", 5, 5))], "Blue"))
    assert lines == ["Truce Main → Open hand"]


def test_a_side_does_not_know_the_cards_of_a_pile_that_is_face_down() -> None:
    objects, nodes = drawn_cards()
    for viewer, name in (("Red", "a hidden piece"), (None, "Storm")):
        played = story(objects, nodes, viewer)
        played.timeline.go(0)
        assert played.name(played.timeline.table.pieces["0"]) == name


def test_where_an_invisible_piece_is_remains_unknown() -> None:
    spy = piece("Spy", "1", Invisible(hidden_by="side:Red"), at=("Main", 10, 10))
    seen = spy.but(traits=(Invisible(),)).at("Main", 90, 90, "1")
    nodes = [
        *moved(spy, "1", ("Main", 90, 90)),
        Node(c.ChangePiece(id="1", state=seen.state_text()).text),
        *moved(seen, "1", ("Main", 90, 95)),
        Node(c.RemovePiece(id="1").text),
    ]
    assert told(story([spy], nodes, "Blue")) == [
        "a hidden piece moves",
        "a hidden piece is revealed as Spy",
        "Spy moves 5 pixels down in Main",
        "Spy is removed from Main",
    ]
    assert told(story([spy], nodes[:1], "Red")) == [
        "Spy moves 113 pixels to the lower right in Main"
    ]
    played = story([spy], [Node(c.RemovePiece(id="1").text)], "Blue")
    assert told(played) == ["a hidden piece is removed"]
    played.timeline.go(0)
    (hidden,) = played.timeline.table.pieces.values()
    assert played.place(hidden, played.timeline.table) == OUT_OF_SIGHT
    assert shown(hidden, played) is None


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A module, and a log with a hidden piece, a masked one and a card that is drawn."""
    path, log = tmp_path / "hidden.vmod", tmp_path / "game.vlog"
    write_module(path, module())
    objects, nodes = drawn_cards()
    spy = piece("Spy", "5", Invisible(hidden_by="side:Red"), at=("Main", 20, 30))
    mole = piece("Mole", "6", Mask(image="card.png", obscured_by="side:Red"), at=("Main", 20, 30))
    first = report("* Red hides the Spy beside the Mole *", *moved(spy, "5", ("Main", 333, 222)))
    drawn = report("* Red draws Truce *", nodes[0])
    commands = [each.add_command() for each in (*objects, spy, mole)]
    plan = property_command("Plan", "kept-back", "Red's hand")
    said = c.Chat(message="<Ann> Storm is in there").text
    text = save_text(commands, [plan, said], [first, drawn, *nodes[1:]])
    write_save(log, text, Metadata("1", "Hidden"))
    return path, log


@pytest.mark.parametrize(
    "options",
    [[], ["--json"], ["--at", "1"], ["--at", "2", "--json"], ["--diff", "0", "2"], ["--chat"]],
)
def test_no_form_of_the_log_names_what_a_side_cannot_see(
    files: tuple[Path, Path], options: list[str]
) -> None:
    path, log = files
    result = CliRunner().invoke(
        cli, ["log", str(log), "--module", str(path), "--as", "Blue", *options, "--to-step", "2"]
    )
    assert result.exit_code == 0, result.output
    secrets = ("Spy", "Mole", "Storm", "Truce", "333", "kept-back")
    assert [secret for secret in secrets if secret in result.output] == []
    revealed = CliRunner().invoke(
        cli, ["log", str(log), "--module", str(path), "--reveal", "--at", "1"]
    )
    assert [secret for secret in secrets[:4] if secret not in revealed.output] == []


def test_the_page_and_the_library_keep_the_secrets(files: tuple[Path, Path]) -> None:
    path, log = files
    played = read_log(log, module=path, viewer="Blue")
    told_of = [(each.name, each.place, each.map, each.x) for each in played.pieces(1)]
    assert ("a hidden piece", OUT_OF_SIGHT, "", 0) in told_of
    assert {name for name, *_ in told_of} == {"a hidden piece"}
    timeline = played.timeline
    timeline.go(0)
    given = module()
    written = page(Story(timeline, given.tree, "Blue", given.images), given, "Game")
    assert [secret for secret in ("Spy", "Mole", "Storm") if secret in written] == []
    lines = [line.text for line in played.chat()]
    assert lines == [
        "<Ann> a hidden piece is in there",
        "Red hides a hidden piece beside a hidden piece",
        "Red draws a hidden piece",
    ]
    hidden = [each for each in played.pieces(1) if each.place == OUT_OF_SIGHT]
    assert [each.markers for each in hidden] == [{}]


@pytest.mark.parametrize("command", ["log", "replay"])
def test_an_unknown_side_is_an_error(files: tuple[Path, Path], command: str) -> None:
    path, log = files
    out = ["-o", str(path.with_name("page.html"))] if command == "replay" else []
    result = CliRunner().invoke(
        cli, [command, str(log), "--module", str(path), "--as", "Green", *out]
    )
    assert (result.exit_code, result.output) == (
        2,
        "there is no side `Green`; choose from Blue, Red\n",
    )


@pytest.mark.parametrize("command", ["log", "diff"])
def test_a_side_needs_the_module(files: tuple[Path, Path], command: str) -> None:
    _, log = files
    given = [str(log)] * (2 if command == "diff" else 1)
    result = CliRunner().invoke(cli, [command, *given, "--as", "Red"])
    assert (result.exit_code, result.output) == (
        2,
        "only the module says what a side can see; give it with --module or --game\n",
    )


def test_the_library_knows_no_other_sides(files: tuple[Path, Path]) -> None:
    path, log = files
    with pytest.raises(ViewerError, match="there is no side `Green`"):
        read_log(log, module=path, viewer="Green")
    with pytest.raises(ViewerError, match="only the module"):
        read_log(log, viewer="Red")


# --- names in chat, properties and places -----------------------------------------------------


def report(text: str, *more: Node) -> Node:
    return Node("", (Node(c.Chat(message=text).text), *more))


def chat_of(
    objects: list[GamePiece | Deck], nodes: list[Node], viewer: str | None
) -> list[tuple[str, ...]]:
    return [line.chat for line in story(objects, nodes, viewer).lines()]


def test_reports_do_not_name_what_a_side_cannot_see() -> None:
    objects, nodes = drawn_cards()
    texts = ["* Red draws Truce *", "* Red shows Truce *", "* Red gives Truce away *"]
    told = [report(text, node) for text, node in zip(texts, nodes, strict=True)]
    said = Node(c.Chat(message="<Ann> My Truce, not a Trucemaker, no Storm").text)
    seen = [("Red draws Truce",), ("Red shows Truce",), ("Red gives Truce away",)]
    hidden = "a hidden piece"
    for viewer, chat in (
        ("Blue", [("Red draws a hidden piece",), *seen[1:]]),
        ("Red", seen),
        ("", seen),
        (None, seen),
    ):
        assert chat_of(objects, told, viewer) == chat
    for viewer, words in (
        ("Blue", f"<Ann> My Truce, not a Trucemaker, no {hidden}"),
        ("Red", f"<Ann> My {hidden}, not a Trucemaker, no {hidden}"),
    ):
        assert chat_of(objects, [*nodes, said], viewer)[-1] == (words,)
    # Back in time, what is known changes with the table.
    played = story(objects, [*nodes, said], "Blue")
    assert played.chat(played.timeline.moments[3])[0].startswith("<Ann> My Truce")
    assert played.chat(played.timeline.moments[0]) == ()


def test_a_name_that_others_have_is_no_secret() -> None:
    cards: list[GamePiece | Deck] = [
        piece("Infantry", "1", at=("Red's hand", 5, 5)),
        piece("Infantry", "2", at=("Main", 5, 5)),
    ]
    nodes = [Node(c.Chat(message="* Infantry attacks *").text), Node(c.RemovePiece(id="2").text)]
    assert chat_of(cards, [*nodes, nodes[0]], "Blue") == [
        ("Infantry attacks",),
        (),
        ("a hidden piece attacks",),
    ]


def test_short_names_are_words_of_other_lines_too() -> None:
    cards: list[GamePiece | Deck] = [piece("7", "1", at=("Red's hand", 5, 5))]
    other = ("Red's hand", 9, 9)
    assert isinstance(cards[0], GamePiece)
    nodes = [
        Node(c.Chat(message="* 2d6 = 7 *").text),
        report("* Red sorts 7 *", *moved(cards[0], "1", other)),
    ]
    assert chat_of(cards, nodes, "Blue") == [("2d6 = 7",), ("Red sorts a hidden piece",)]


def test_masked_pieces_have_no_names_in_chat() -> None:
    mole = piece("Mole", "6", Mask(access="side:", obscured_by="Red"), at=("Main", 20, 30))
    nodes = [Node(c.Chat(message="* Mole waits *").text)]
    assert chat_of([mole], nodes, "Blue") == [("a hidden piece waits",)]
    assert chat_of([mole], nodes, "Red") == [("Mole waits",)]


def test_what_happens_in_the_window_of_another_side() -> None:
    card = piece("Truce", "1", Layer(images=("a", "b"), level=1), at=("Red's hand", 9, 9))
    turned = card.but(traits=(Layer(images=("a", "b"), level=2),)).at("Red's hand", 9, 9, "1")
    pile = Deck("d", DeckType(name="Secret pile"), "Red's hand", 50, 50, True, ())
    change = c.ChangeProperty(name="Plan", old_value="", new_value="east", container="Red's hand")
    nodes = [
        Node(c.ChangePiece(id="1", state=turned.state_text()).text),
        *moved(turned, "1", ("Red's hand", 9, 99)),
        Node(c.ChangePiece(id="d", state=pile._replace(face_down=False).state_text()).text),
        Node(change.text),
        *moved(turned.at("Red's hand", 9, 99, "1"), "1", ("Red's hand", 50, 50)),
    ]
    assert told(story([card, pile], nodes, "Blue", HEXES)) == [
        "a hidden piece in Red's hand changes",
        "a hidden piece moves",
        NOTHING,
        NOTHING,
        "a hidden piece moves",
    ]
    assert told(story([card, pile], nodes, "Red", HEXES))[2:] == [
        "Secret pile is turned face up",
        "Plan is set to east",
        "Truce Red's hand → Secret pile",
    ]


@pytest.mark.parametrize(
    ("owner", "access", "seen_by"),
    [
        ("side:Red", "side:", {"Red"}),
        ("Red", "side:", {"Red"}),
        ("7", "player:", {"Red"}),
        ("9", "player:", set()),
        ("Red", "sides:Red:Blue", {"Red", "Blue"}),
        ("Red", "sides:Red:Green", {"Red"}),
        ("nobody", "side:", set()),
        ("null", "player:", {"Red", "Blue", ""}),
    ],
)
def test_masked_pieces_are_seen_by_their_owners(owner: str, access: str, seen_by: set[str]) -> None:
    mole = piece("Mole", "1", Mask(access=access, obscured_by=owner), at=("Main", 20, 30))
    joins = Node(c.AddPlayer(id="7", name="Ann", side="Red").text)
    for viewer in ("Red", "Blue", ""):
        played = story([mole], [joins], viewer)
        played.timeline.go(1)
        (masked,) = played.timeline.table.pieces.values()
        assert (played.name(masked) == "Mole") == (viewer in seen_by), viewer
