"""Compile piece types to slots: layers for faces, menus, reports, and counting properties.

Every piece carries the properties `PieceType`, `Side` and `Kind` by their ids, whatever the
module's language, so that a log can be read without knowing the language.
"""

from __future__ import annotations

from collections.abc import Iterator

from modgen.compile import (
    announce,
    area,
    belonging,
    buttons,
    change,
    conditions,
    facedown,
    facing,
    gauges,
    moved,
    pawncalls,
    replacing,
    rolls,
    sending,
    shades,
    steps,
    tallies,
    together,
    turns,
)
from modgen.compile import build as b
from modgen.compile.build import Build, act
from modgen.compile.states import AGAINST_TIES, true_total
from modgen.draw.picture import Picture
from modgen.draw.pieces import draw_piece
from modgen.model.boards.layout import box_point, home_point
from modgen.model.geography.cells import SQUARE_SIDES
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Track
from modgen.vassal import traits as t
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Trait

COUNT_SIZE = 3.8
"""Height of the type of a stack's count in mm."""
TOTAL_SIZE = 4.2
"""Height of the type of computed totals in mm; it can be read at the map's first zoom."""


def _reports(build: Build, piece: PieceType) -> list[Trait]:
    """The lines of chat for the commands that most pieces have.

    The engine writes a report whether or not the keystroke did anything, so a piece has only the
    reports of what it can do.
    """
    words = build.words
    said = [
        (
            len(piece.faces) > 1 and not _chooses(build, piece),
            b.FLIP,
            together.changed(build, words("report_flip"), "flip"),
        ),
        (
            bool(piece.home),
            b.HOME,
            together.moved(build, words("report_home", home="$location$"), "home"),
        ),
        (_removable(piece), b.CLONE, words("report_clone")),
        (_removable(piece) or bool(piece.steps), b.DELETE, words("report_delete")),
        (piece.kind in SENT, sending.GO, together.moved(build, words("report_sent"), "go")),
    ]
    can = [number for number, (does, _, _) in enumerate(said) if does]
    reports: list[Trait] = [t.ReportAction(keys=(said[n][1],), format=said[n][2]) for n in can]
    return build.share(f"Reports {''.join(map(str, can))}", reports) if can else []


def _does(build: Build, piece: PieceType) -> Iterator[str]:
    """The commands of a piece that several selected pieces report in one line."""
    if len(piece.faces) > 1:
        yield "flip"
    if piece.home:
        yield "home"
    if piece.kind in SENT:
        yield "go"
    if piece.lost_to:
        yield "eliminate"
    if piece.back:
        yield "over"
    for condition in build.game.info.conditions:
        if conditions.can_be_in(piece, condition):
            yield condition.id


SENT = ("force", "marker", "pawn", "leader", "counter")
"""The kinds of pieces with a menu of places."""


def _removable(piece: PieceType) -> bool:
    """Whether players may copy and remove a piece."""
    return piece.kind in ("marker", "counter") and piece.count > 1


def _chooses(build: Build, piece: PieceType) -> bool:
    """Whether a piece has a menu of its faces."""
    return len(piece.faces) >= steps.MANY_FACES or announce.stepped(build.game, piece) is not None


def game_piece(build: Build, piece: PieceType, key: str = "") -> GamePiece:
    """The piece that a slot defines, showing its start face. `key` distinguishes equal pieces."""
    return build.piece(f"slot:{piece.id}{key}", lambda: _made(build, piece, key))


def _made(build: Build, piece: PieceType, key: str) -> GamePiece:
    """The traits of a piece.

    Menus show the outermost trait first, so the most used entries come last, before the reports.
    """
    inner: list[Trait] = [
        t.Marker(
            names=("PieceType", "Side", "Kind", together.DOES),
            values=(piece.id, piece.side or "", piece.kind, together.listed(_does(build, piece))),
        )
    ]
    if piece.facings:
        # What is outside of the trait that turns a piece, such as its trail, is not turned.
        inner += facing.arcs(build, piece)
        inner += _faces(build, piece)
        inner += facing.facing(build, piece)
    inner += moved.moving(build, piece)
    inner += area.area(build, piece)
    inner += replacing.replacing(build, piece)
    inner += _menus(build, piece)
    inner += pawncalls.tell(build, piece)
    inner += announce.follows(build, piece)
    inner += shades.lights(build, piece)
    inner += announce.markers(build, piece)
    if not piece.facings:
        inner += facing.arcs(build, piece)
        inner += _faces(build, piece)
    inner += conditions.conditions(build, piece)
    inner += gauges.gauges(build, piece)
    inner += conditions.checks(build, piece)
    inner += rolls.rolls(build, piece)
    inner += _turning(build, piece)
    inner += _counting(build, piece)
    inner += change.making_change(build, piece)
    inner += steps.losing_steps(build, piece)
    inner += change.menu(build, piece)
    inner += _stack_count(build, piece)
    inner += _truth(build, piece)
    if piece.immobile:
        inner.append(t.DoesNotStack(selection="", movement="N", stacking="L"))
    if piece.on_side:
        inner.append(t.DoesNotStack(selection="", movement="N", stacking="R"))
    inner += _hiding(build, piece)
    inner += belonging.bought(build, piece)
    inner += belonging.kept_out(build, piece)
    inner += _reports(build, piece)
    inner += facedown.mask(build, piece)
    layered = len(piece.faces) > 1 or piece.on_side
    image = "" if layered else picture_of(build, piece, piece.faces[0].id).name
    gpid = build.slots(f"piece:{piece.id}{key}")
    basic = BasicPiece(name=piece.name, image=image, gpid=gpid)
    return GamePiece(tuple(reversed(inner)), basic)


def _stack_count(build: Build, piece: PieceType) -> list[Trait]:
    """The number of pieces in a stack that the player sees, on the top one of these.

    Pieces on sides do not stack: each of those that lie over each other shows their number.
    """
    alone = piece.count < 2 and piece.kind not in ("force", "leader")
    if piece.kind not in ("force", "leader", "marker", "pawn") or alone:
        return []
    top, number = "StackPos==1 && ", 'CountStack("")'
    if any(one.hides for one in build.game.pieces):
        above = b.quoted("{StackPos<$StackPos$ && Invisible!=true}")
        top = f"CountStack({above})==0 && "
    if piece.on_side:
        same = '{PieceType=="$PieceType$" && Side_Facing==$Side_Facing$}'
        top, number = "", f"CountLocation({b.quoted(same)})"
    shown = f'{{{top}{number}>1 ? String.valueOf({number}) : ""}}'
    traits: list[Trait] = [
        t.CalculatedProperty(name="StackCount", expression=shown),
        t.Label(
            menu="",
            font_size=max(9, build.px(COUNT_SIZE)),
            background="40,40,40",
            colour="255,255,255",
            vertical="t",
            vertical_justify="c",
            horizontal="l",
            horizontal_justify="c",
            name_format="$pieceName$",
            font_style=1,
            property="StackLabel",
            label="$StackCount$",
        ),
    ]
    return build.share("Count on a side" if piece.on_side else "Stack count", traits)


def _truth(build: Build, piece: PieceType) -> list[Trait]:
    """The label below a total's marker: the total computed from the board."""
    traits: list[Trait] = []
    for total in build.game.info.totals:
        if total.marker == piece.id and not total.follows:
            traits += [
                t.CalculatedProperty(name=f"True_{total.id}", expression=true_total(build, total)),
                t.Label(
                    menu="",
                    font_size=max(9, build.px(TOTAL_SIZE)),
                    background="255,250,235",
                    colour="20,20,20",
                    vertical="b",
                    vertical_offset=-2,
                    vertical_justify="t",
                    name_format="$pieceName$",
                    font_style=1,
                    property=f"Label_{total.id}",
                    label=f"=$True_{total.id}$",
                ),
            ]
    return traits


def picture_of(build: Build, piece: PieceType, face: str) -> Picture:
    """The picture of one face."""
    name = f"piece-{piece.id}-{face}.png" if len(piece.faces) > 1 else f"piece-{piece.id}.png"
    return build.picture(name, lambda: draw_piece(build.game, piece, face), build.dpi, piece)


def _faces(build: Build, piece: PieceType) -> list[Trait]:
    if len(piece.faces) == 1 and not piece.on_side:
        return []
    names = tuple(f"+ ({face.name})" if face.name else "" for face in piece.faces)
    start = [face.id for face in piece.faces].index(piece.start_face.id) + 1
    step = announce.stepped(build.game, piece)
    chosen = _chooses(build, piece)
    flips = len(piece.faces) > 1 and not chosen
    resets = announce.SHOW if chosen else b.HOME if piece.turns_back else None
    layer = t.Layer(
        name="Face",
        images=tuple(picture_of(build, piece, face.id).name for face in piece.faces),
        level_names=names,
        up_menu=_flip(build, piece) if flips else "",
        up_key=b.FLIP if flips else steps.NEXT_FACE if piece.steps else None,
        down_key=change.TURN if piece.change else None,
        reset_key=resets,
        reset_level="$ShowFace$" if chosen else "1",
        y=-_to_side(build) if piece.on_side else 0,
        level=start,
    )
    if step is not None:
        return [layer, *announce.face_menu(build, piece, step)]
    return [layer, *(_face_menu(build, piece) if chosen else ())]


def _flip(build: Build, piece: PieceType) -> str:
    """The menu entry that turns a piece to its next face.

    It names the faces of a piece that can also be turned face down.
    """
    named = [face.name for face in piece.faces if face.name]
    faces = f" ({', '.join(named)})" if piece.back and named else ""
    return build.words("flip") + faces


def _face_menu(build: Build, piece: PieceType) -> list[Trait]:
    """A menu of all faces, for pieces with many faces."""
    entries = [(face.name or piece.name, act(f"Show_{face.id}")) for face in piece.faces]
    word = "controlled_by" if any(face.side for face in piece.faces) else "show"
    following = b.FLIP, f"{{Face_Level%{len(entries)}+1}}"
    return build.share(
        "Choose a face",
        [
            *sending.choosing("show", "ShowFace", announce.SHOW, entries, first=1, found=following),
            t.SubMenu(menu=build.words(word), commands=tuple(title for title, _ in entries)),
            t.ReportAction(
                keys=(announce.SHOW,),
                format=together.changed(build, build.words("report_flip"), "flip"),
            ),
        ],
    )


def _to_side(build: Build) -> int:
    """The distance in pixels from the middle of a square to its side."""
    return build.px(max((grid.size for grid in build.game.map.grids), default=0) / 2)


def _turning(build: Build, piece: PieceType) -> list[Trait]:
    """The rotation of a piece on a side of a square, about the square's middle."""
    if not piece.on_side:
        return []
    words = build.words
    names = words("side_names")
    name = f'{{{b.quoted(names)}.split(", ")[Side_Facing-1].toLowerCase()}}'
    pick = act("PickSide")
    entries = [
        (title, act(f"Side_{side}"))
        for side, title in zip(SQUARE_SIDES, names.split(", "), strict=True)
    ]
    turning: list[Trait] = [
        t.Rotate(
            facings=len(SQUARE_SIDES),
            clockwise_key=b.TURN,
            anticlockwise_key=b.TURN_BACK,
            clockwise_menu=words("next_side"),
            anticlockwise_menu=words("previous_side"),
            name="Side",
            direct_key=pick,
            direct_expression="$PickedSide$",
        ),
        *sending.choosing("side", "PickedSide", pick, entries, first=1),
        t.SubMenu(menu=words("side_menu"), commands=tuple(title for title, _ in entries)),
        t.CalculatedProperty(name="SideName", expression=name),
        t.ReportAction(keys=(b.TURN, b.TURN_BACK, pick), format=words("report_side")),
    ]
    return build.share("On a side", turning)


def _counting(build: Build, piece: PieceType) -> list[Trait]:
    """Properties that totals sum up: strength for control, and the count of a type."""
    traits: list[Trait] = [t.Marker(names=(f"Count_{piece.id}",), values=("1",))]
    traits += tallies.tallied(build, piece)
    traits += announce.told_faces(build, piece)
    traits += _prices(piece)
    strengths = [face.strength for face in piece.faces]
    if piece.side and any(strengths):
        value = str(strengths[0]) if len(set(strengths)) == 1 else tallies.by_face(strengths)
        names = (f"Strength_{piece.side}", "Strength_all")
        traits += build.share(
            f"Strength of {build.game.sides[piece.side].name}",
            [t.CalculatedProperty(name=name, expression="{" + value + "}") for name in names],
        )
        rule = build.game.info.control
        if rule and rule.ties not in (None, piece.side) and piece.id not in rule.no_ties_against:
            traits.append(t.CalculatedProperty(name=AGAINST_TIES, expression="{" + value + "}"))
    return traits


def _hiding(build: Build, piece: PieceType) -> list[Trait]:
    """Hiding: players of the side that hid a piece see it faintly, others do not see it."""
    if not piece.hides:
        return []
    menu = build.words("hide")
    hidden = t.Invisible(key=b.HIDE, menu=menu, access="side:", background="255,214,0", opacity=0.5)
    return build.share("Can hide", [hidden])


def _prices(piece: PieceType) -> list[Trait]:
    """The purchase price, by visible face."""
    prices = [piece.price(face.id) for face in piece.faces]
    if not any(prices):
        return []
    if len(set(prices)) == 1:
        return [t.Marker(names=("Cost",), values=(str(prices[0]),))]
    return [t.CalculatedProperty(name="Cost", expression="{" + tallies.by_face(prices) + "}")]


def _number_of_cell(track: Track) -> str:
    """An expression for the number of the track cell that holds the piece."""
    if track.first < 0:
        return 'Integer.parseInt(LocationName.replaceAll(".* ",""))'
    return 'Integer.parseInt("0"+LocationName.replaceAll("[^0-9]",""))'


def _menus(build: Build, piece: PieceType) -> list[Trait]:
    words, game = build.words, build.game
    traits: list[Trait] = buttons.goes(build, piece)
    if _removable(piece):
        removing: list[Trait] = [
            t.Delete(menu=words("delete"), key=b.DELETE),
            t.Clone(menu=words("clone"), key=b.CLONE),
        ]
        traits += build.share("Removable", removing)
    if piece.kind in SENT:
        traits += sending.traits(build, piece)
    if piece.home:
        x, y = build.point(home_point(game, piece))
        traits.append(
            t.SendToLocation(
                menu=words("send_home", home=game.boxes[piece.home].name),
                key=b.HOME,
                map=build.map_name(game.boxes[piece.home].board),
                x=str(x),
                y=str(y),
            )
        )
    if piece.lost_to:
        box = game.boxes[piece.lost_to]
        x, y = build.point(box_point(game, box, piece))
        traits += [
            t.SendToLocation(
                menu=words("eliminate"),
                key=b.ELIMINATE,
                map=build.map_name(box.board),
                x=str(x),
                y=str(y),
            ),
            t.ReportAction(
                keys=(b.ELIMINATE,),
                format=together.moved(build, words("report_eliminate"), "eliminate"),
            ),
        ]
    if piece.kind == "level":
        traits += _steps(build, piece)
    return traits


def _steps(build: Build, piece: PieceType) -> list[Trait]:
    """The traits of a level marker: move one cell up or down its track, and report its number."""
    words = build.words
    track = build.game.tracks[piece.tracks or ""]
    map_name = build.map_name(track.board)
    level = f"Level_{piece.id}"
    number = _number_of_cell(track)
    inside = f"CurrentZone=={b.quoted(build.zone_name(track))}"
    traits: list[Trait] = [
        t.CalculatedProperty(name=level, expression=f"{{{inside} ? {number} : 0}}")
    ]
    for menu, key, step in ((words("up_one"), b.UP, 1), (words("down_one"), b.DOWN, -1)):
        target = f"Math.max({track.first},Math.min({track.last},{level}+({step})))"
        traits.append(
            t.SendToLocation(
                menu=menu,
                key=key,
                map=map_name,
                board=build.game.boards[track.board].name,
                destination="G",
                grid_location=f"{{{b.quoted(track.name + ' ')}+{target}}}",
            )
        )
    traits += _gain_and_pay(build, piece, level)
    traits += belonging.bought_level(build, piece)
    traits += turns.marker(build, piece)
    traits.append(t.ReportAction(keys=(b.UP, b.DOWN), format=words("report_level")))
    return traits


def _gain_and_pay(build: Build, piece: PieceType, level: str) -> list[Trait]:
    """Menu entries that ask for a number and move the marker so far, with one line of chat."""
    words = build.words
    track = build.game.tracks[piece.tracks or ""]
    amount = f"Amount_{piece.id}"
    names = ("gain", "pay")
    asked = [("", act(f"Ask_{name}"), f"R,{words(name)}") for name in names]
    traits: list[Trait] = [
        t.DynamicProperty(
            name=amount,
            constraints="true,0,1000,false",
            commands=t.property_commands(*asked),
            value="0",
        )
    ]
    for name, sign in zip(names, "+-", strict=True):
        go = act(f"Go_{name}")
        target = f"Math.max({track.first},Math.min({track.last},{level}{sign}{amount}))"
        traits += [
            t.SendToLocation(
                key=go,
                map=build.map_name(track.board),
                board=build.game.boards[track.board].name,
                destination="G",
                grid_location=f"{{{b.quoted(track.name + ' ')}+{target}}}",
            ),
            t.ReportAction(keys=(go,), format=words(f"report_{name}", amount=f"${amount}$")),
            t.TriggerAction(
                name=name,
                menu=words(name),
                key=act(f"Do_{name}"),
                action_keys=(act(f"Ask_{name}"), go),
            ),
        ]
    return traits
