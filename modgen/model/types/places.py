"""Where pieces can be: spaces, boxes, tracks and grids on boards, and the edges between spaces."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modgen.model.types.base import (
    BoardPoint,
    Colour,
    Fact,
    Id,
    Length,
    Part,
    Rect,
    Scalar,
    Size,
    Text,
    Translatable,
)
from modgen.model.types.grid_parts import GridLine, GridSide, Numbering, PlanArea

SpaceKind = Literal["area", "city", "node", "sea", "building"]
BoxKind = Literal["holding", "display", "overflow", "sequence", "phase", "deck", "card", "legend"]
KINDS_OF_EDGE = ("land", "sea", "rail", "road", "river", "air")
"""The kinds of edge that every game has."""
EdgeKind = Id
"""One of `KINDS_OF_EDGE`, or of a game's own `edge_kinds`."""

LonLat = tuple[Annotated[float, Field(ge=-360, le=360)], Annotated[float, Field(ge=-90, le=90)]]
"""Longitude and latitude in degrees."""
MAX_CELLS = 50_000
"""The largest number of cells of all grids and tracks of a game together."""


class Projection(Part):
    """The map projection: a range of degrees, fitted into the rectangle `into` of the board."""

    west: float = Field(ge=-360, le=360, description="Longitude of the left edge, in degrees.")
    east: float = Field(ge=-360, le=360, description="Longitude of the right edge, in degrees.")
    south: float = Field(ge=-85, le=85, description="Latitude of the lower edge, in degrees.")
    north: float = Field(ge=-85, le=85, description="Latitude of the upper edge, in degrees.")
    into: Rect = Field(description="The rectangle of the board, in mm, that the map fills.")

    @model_validator(mode="after")
    def _edges_in_order(self) -> Projection:
        if self.east - self.west < 1e-6 or self.north - self.south < 1e-6:
            raise ValueError("`east` must be greater than `west`, and `north` than `south`")
        return self


class BoardLabel(Part):
    """A text on the board that does not belong to a space, such as the title."""

    text: Text = Field(description="The text.")
    printed: Annotated[str | Literal[False] | None, Translatable()] = Field(
        None,
        description="What paper shows instead of a text with keys or the mouse; `false`: nothing.",
    )
    at: BoardPoint = Field(description="Its centre.")
    style: Literal["sea", "title", "subtitle", "note"] = Field("note", description="How it looks.")
    angle: float = Field(0, ge=-360, le=360, description="Degrees, clockwise.")
    size: float = Field(4, gt=0, le=500, description="Letter height in mm.")


class Board(Part):
    """One printed board: a map sheet or a player mat."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    button: Text = Field(
        "", description="What the button of its window says, if its name is too long for one."
    )
    width: float = Field(
        0, gt=0, le=2000, description="Its width in mm; by default, that of its picture."
    )
    height: float = Field(
        0, gt=0, le=2000, description="Its height in mm; by default, that of its picture."
    )
    picture: str = Field(
        "",
        max_length=500,
        description="A picture file in `art/` that is the whole board: PNG, JPG, GIF, WebP, SVG.",
    )
    dpi: float | None = Field(
        None, ge=10, le=2400, description="The scale of `picture`: its pixels per inch."
    )
    map: Text = Field("", description="Boards with the same map are side by side in one window.")
    geometry: str = Field(
        "", max_length=200, description="A GeoJSON or SVG file with the shapes of the spaces."
    )
    projection: Projection | None = Field(None, description="Needed if the geometry is in degrees.")
    ground: Literal["plain", "city"] = Field(
        "plain", description="How land that belongs to no space is drawn."
    )
    labels: list[BoardLabel] = Field(
        default_factory=list, description="Texts that do not belong to a space."
    )
    shows: list[str] = Field(
        default_factory=list, description="Attributes of spaces printed beside their names."
    )
    names: float = Field(6.4, gt=0, le=40, description="Letter height of areas' names in mm.")
    stacks: Literal["type", "side"] = Field(
        "type", description="Set-ups have one stack for each type, or one for each side."
    )
    printed: bool = Field(True, description="Sheets have it; not a board of the module alone.")

    @model_validator(mode="after")
    def _has_a_size(self) -> Board:
        if self.picture and self.dpi and not (self.width or self.height):
            return self
        if not (self.width and self.height):
            raise ValueError("a board needs `width` and `height`, or a `picture` and its `dpi`")
        return self


class Place(Fact):
    """Anything that can hold pieces and has a name."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    board: Id = Field("main", description="The board on which it is.")


class Space(Place):
    """A space of the map: an area, a city, a node, a sea."""

    kind: SpaceKind = Field(description="What kind of space it is.")
    region: str = Field("", description="The group of spaces that rules name together.")
    number: int | None = Field(None, description="The number printed in the space.")
    terrain: Id | None = Field(None, description="One of `game.yaml`'s terrains.")
    coastal: bool = Field(False, description="Edges from sea spaces may lead to it.")
    signs: list[str] = Field(default_factory=list, description="Icons printed beside its name.")
    attributes: dict[str, Scalar] = Field(
        default_factory=dict, description="Properties by name, such as its population."
    )
    at: BoardPoint | None = Field(None, description="Centre in mm; default: from the geometry.")
    lonlat: LonLat | None = Field(None, description="Centre as longitude, latitude.")
    radius: float | None = Field(
        None,
        gt=0,
        le=1000,
        description="A disc's radius in mm. Without it, a node with `at` or `lonlat` has 7 mm.",
    )
    icon: str = Field("", description="Name of an icon drawn faintly in it.")
    colour: Colour | None = Field(None, description="Colour of a disc's rim and name.")
    label_at: BoardPoint | None = Field(None, description="Middle of the name, mm.")
    pieces_at: BoardPoint | None = Field(None, description="Middle of the pieces at set-up, mm.")
    states_at: BoardPoint | None = Field(None, description="Middle of the row of state boxes, mm.")
    spread: float | None = Field(
        None,
        gt=0,
        le=1000,
        description="Distance between the stacks of two sides in mm; default: the usual distance.",
    )
    columns: int = Field(3, ge=1, le=20, description="Stacks of pieces in a row at set-up.")

    @model_validator(mode="after")
    def _nodes_are_discs(self) -> Space:
        if self.kind == "node" and self.radius is None and (self.at or self.lonlat):
            object.__setattr__(self, "radius", DOT)  # parts are immutable once they are read
        return self


DOT = 7.0
"""The radius in mm of a node that states none."""


class Box(Place):
    """A box, holding box, display or legend outside the map."""

    kind: BoxKind = Field(description="What it is for; decides how it is drawn.")
    rect: Rect = Field(description="Where it is.")
    side: Id | None = Field(None, description="The side to which it belongs.")
    holds: list[Id] = Field(
        default_factory=list,
        description="Piece types that have a position in it. It is the home of those that have"
        " no `home` and that no earlier box holds.",
    )
    only: bool = Field(
        False,
        description="Only pieces of `holds` and `takes`, and those for which it is `home` or"
        " `lost_to`, may be put into it: others return to where they came from.",
    )
    open: bool = Field(False, description="Pieces have a menu item that sends them to it.")
    text: Text = Field("", description="Small print inside the box.")
    chart: Id | None = Field(
        None, description="A chart that is printed in the box, without the box's own heading."
    )
    stands_for: Id | None = Field(
        None, description="Overflow box: the marker that shows its space."
    )
    takes: list[Id] = Field(
        default_factory=list, description="Other piece types for which it has positions."
    )
    group: Text = Field("", description="Boxes of the same group share a heading and a frame.")
    final: bool = Field(False, description="Pieces and cards in it never return to play.")


class Run(Part):
    """A straight run of a track's cells: `count` cells from the corner `x, y` in one direction."""

    x: Length = Field(description="Left edge of the first cell in mm.")
    y: Length = Field(description="Top edge of the first cell in mm.")
    w: Size = Field(description="Width of a cell in mm.")
    h: Size = Field(description="Height of a cell in mm.")
    count: int = Field(gt=0, le=1000, description="How many cells.")
    going: Literal["right", "left", "down", "up"] = Field(
        description="The direction in which the numbers increase."
    )


class Track(Place):
    """A numbered track; its cells are the places `<id>:<number>`."""

    first: int = Field(ge=-10_000, le=10_000, description="The lowest number.")
    last: int = Field(ge=-10_000, le=10_000, description="The highest number.")
    runs: list[Run] = Field(description="Rows of cells, in order.")
    levels: list[Id] = Field(default_factory=list, description="Level markers of this track.")
    labels: dict[int, Text] = Field(default_factory=dict, description="Texts in single cells.")
    tints: dict[int, Colour] = Field(default_factory=dict, description="Colours of single cells.")

    @property
    def numbers(self) -> range:
        """The numbers of the cells, from `first` to `last`."""
        return range(self.first, self.last + 1)


class Grid(Place):
    """A square or hex grid; its cells are places with names such as `W-C7` or `0304`."""

    kind: Literal["square", "hex"] = Field(description="The shape of the cells.")
    rect: Rect = Field(description="The area that the cells fill.")
    size: float = Field(
        gt=0, le=1000, description="Side of a square, or flat-to-flat of a hex, in mm."
    )
    sideways: bool = Field(
        False, description="Hexes with a point at the top, so that rows are straight, not columns."
    )
    columns: int = Field(gt=0, le=1000, description="Number of columns.")
    rows: int = Field(gt=0, le=1000, description="Number of rows.")
    first_is_lower: bool = Field(
        False,
        description="The first column of hexes is half a hex lower than the second; with"
        " `sideways`, the first row is half a hex further right.",
    )
    short_lines: bool = Field(
        False,
        description="The columns of hexes that are half a hex lower have one hex fewer; with"
        " `sideways`, the rows that are further right.",
    )
    prefix: str = Field("", description="Letters before each cell's name, such as `W-`.")
    column_names: Literal["letters", "numbers"] = Field(
        "letters", description="How columns are named."
    )
    row_names: Literal["letters", "numbers"] = Field("numbers", description="How rows are named.")
    first_column: int = Field(1, ge=-1000, le=1000, description="The number of the first column.")
    first_row: int = Field(1, ge=-1000, le=1000, description="The number of the first row.")
    upwards: bool = Field(
        False, description="Rows are counted from the bottom, as on a chess board."
    )
    origin: BoardPoint | None = Field(
        None, description="The middle of the cell 0, 0 of a grid with `numbering`, in mm."
    )
    pitch: tuple[Size, Size] | None = Field(
        None, description="From column to column, and row to row, of a grid with `numbering`, mm."
    )
    numbering: Numbering | None = Field(
        None, description="Names of the cells by VASSAL's rules: separators, letters, zeros."
    )
    also: list[Id] = Field(
        default_factory=list, description="Further boards that have the same grid."
    )
    plan: list[str] = Field(
        default_factory=list, description="A row of letters for each row of cells."
    )
    divided_after: int = Field(
        0,
        ge=0,
        le=1000,
        description="A broken line divides the plan into two halves after this row.",
    )
    legend: dict[str, PlanArea] = Field(
        default_factory=dict, description="What a letter of the plan means."
    )
    ground: str = Field("clear", description="Terrain of all other cells.")
    terrain: dict[str, str] = Field(default_factory=dict, description="Cell name to terrain.")
    sides: list[GridSide] = Field(default_factory=list, description="Features between cells.")
    lines: list[GridLine] = Field(
        default_factory=list, description="Roads, rivers and trails from cell to cell."
    )
    table: str = Field(
        "",
        max_length=200,
        description="A CSV file or spreadsheet with the columns `cell`, `terrain`, `name` and"
        " `height`.",
    )
    painted: str = Field(
        "",
        max_length=200,
        description="An SVG drawing whose shapes or groups have terrains as their ids; each cell "
        "takes that of the topmost shape over its middle.",
    )
    names: dict[str, Text] = Field(
        default_factory=dict, description="Cell to the name that is printed in it."
    )
    heights: dict[str, float] = Field(
        default_factory=dict, description="Cell to its elevation; in rules, `height(cell)`."
    )
    shows_heights: bool = Field(False, description="Print the elevation in each cell.")
    contours: float | None = Field(
        None, gt=0, description="Draw contour lines at this distance of heights, such as every 50."
    )
    shows_ids: bool = Field(True, description="Print the name by which the cell is known.")
    outlined: bool = Field(True, description="Draw the outline of each cell.")
    patterns: float = Field(
        1,
        ge=0,
        le=1,
        description="How strong trees, hills and other patterns of terrain are, from 0 to 1; with"
        " 0.4 they are faint behind counters.",
    )
    megahex: str = Field(
        "", description="A hex in the middle of a block of seven; all blocks are outlined."
    )

    @model_validator(mode="after")
    def _numbered_in_one_way(self) -> Grid:
        numbering = self.numbering
        if numbering is None:
            return self
        if self.upwards:
            raise ValueError(
                "`upwards` and `numbering` exclude each other: write `rows: {down_from: ...}`"
            )
        if numbering.oblique and self.kind == "square":
            raise ValueError("only hexes can have `oblique` numbers")
        across = numbering.rows if self.sideways else numbering.columns
        if numbering.oblique and across.down_from is not None:
            raise ValueError("`oblique` numbers cannot be counted `down_from` across their lines")
        return self


class Edge(Fact):
    """Two spaces that are adjacent."""

    between: Annotated[list[str], Field(min_length=2, max_length=2)] = Field(
        description="The two spaces."
    )
    kind: EdgeKind = Field(
        "land",
        description="How they are connected: `land`, `sea`, `rail`, `road`, `river`, `air`, or one"
        " of `edge_kinds`.",
    )
    one_way: bool = Field(False, description="It leads only from the first space to the second.")
    blocked: bool = Field(False, description="The spaces share a border that cannot be crossed.")
    features: list[str] = Field(
        default_factory=list,
        description="Some of `game.yaml`'s features, such as a river; drawn along the border of two"
        " areas.",
        examples=[["river"]],
    )
    via: list[BoardPoint] = Field(
        default_factory=list, description="Points where its line bends, mm."
    )
    cost: float | None = Field(
        None,
        ge=0,
        le=1000,
        description="Movement points to follow it; default: those of the terrain entered.",
    )


class EdgeType(Part):
    """A kind of edge of the game's own. Legends list it with its name."""

    id: Id = Field(description="The key by which edges and rules refer to it.")
    name: Text = Field(description="The name that players read.")
    colour: Colour = Field("#5a4632", description="The colour of its line.")
    width: float = Field(1.6, gt=0, le=20, description="The width of its line in mm.")
    dash: list[Size] = Field(
        default_factory=list,
        max_length=8,
        description="Lengths of dashes and gaps in turn, in mm, such as `[3, 1.5]`; empty: solid.",
    )


class MapFile(Part):
    """`map.yaml`."""

    boards: list[Board] = Field(min_length=1, description="The boards.")
    spaces: list[Space] = Field(default_factory=list, description="The spaces.")
    boxes: list[Box] = Field(default_factory=list, description="Boxes for pieces and cards.")
    tracks: list[Track] = Field(default_factory=list, description="Tracks for markers.")
    grids: list[Grid] = Field(default_factory=list, description="Grids of squares or hexes.")
    edges: list[Edge] = Field(default_factory=list, description="Which spaces are adjacent.")
    edge_kinds: list[EdgeType] = Field(
        default_factory=list, description="Kinds of edge of the game's own."
    )
    closed: list[Id] = Field(
        default_factory=list, description="Spaces whose edges the rulebook lists completely."
    )
    background: Colour = Field(
        "#a9c6d8",
        description="Colour of the boards where nothing else is drawn: sea, paper, cloth.",
    )

    @model_validator(mode="after")
    def _bounded(self) -> MapFile:
        cells = sum(grid.columns * grid.rows for grid in self.grids)
        cells += sum(max(track.last - track.first + 1, 0) for track in self.tracks)
        if cells > MAX_CELLS:
            raise ValueError(
                f"the grids and tracks have {cells:,} cells; at most {MAX_CELLS:,} are allowed"
            )
        return self
