"""`game.yaml`: title, sides, dice, turn sequence, states of spaces, totals, declarations."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, StrictFloat, StrictInt

from modgen.model.types.arcs import Arc
from modgen.model.types.base import Colour, Fact, Id, Part, Text
from modgen.model.types.fonts import Font
from modgen.model.types.moves import MoveRule, Which, Zone
from modgen.model.types.tactics import Feature, Purchases, Shade, SizeClass, Terrain
from modgen.model.types.unit_states import Check, Condition, Gauge, UnitRoll


class Side(Fact):
    """A faction or player side."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    adjective: Text = Field("", description="Its adjective, for names of pieces and windows.")
    abbreviation: Text = Field("", description="One to three letters for small places.")
    colour: Colour = Field(description="Its main colour, `#rrggbb`.")
    dark: Colour | None = Field(None, description="A dark shade of its colour, for borders.")
    light: Colour | None = Field(None, description="A light shade of its colour, for backgrounds.")
    icon: str = Field("", description="Name of an icon or of a picture in `art/`.")


class Die(Fact):
    """A die, or several equal dice, rolled with one button."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    text: Text = Field("", description="What it is rolled for; shown on the button's tooltip.")
    label: Text = Field("", description="A short text beside the picture of its button.")
    menu: Text = Field("", description="The menu of the tool bar that holds its button.")
    group: Text = Field("", description="The submenu of that menu which holds its button.")
    sides: int = Field(6, ge=2, le=1000, description="Number of sides.")
    count: int = Field(1, ge=1, le=100, description="How many are rolled at once.")
    asks: bool = Field(False, description="The button asks how many of them to roll.")
    hits: int | None = Field(None, ge=2, description="Results of at least this count as hits.")
    general: bool = Field(
        False,
        description="It is also rolled for what has no button, or instead of another button: chat"
        " says what for.",
    )
    words: list[Text] = Field(
        default_factory=list,
        description="What players call it in chat who roll it with a general button, besides its"
        " name: words or beginnings of words.",
    )
    side: Id | None = Field(None, description="The side that rolls it; default: any side.")
    colour: Colour = Field("#ffffff", description="`#rrggbb`.")


class Phase(Fact):
    """A step of the turn sequence, which is a tree."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    text: Text = Field("", description="What happens in it, for the turn window and the aids.")
    side: Id | None = Field(
        None, description="The side whose phase this is, with all phases inside it."
    )
    displaces: bool | list[Id] = Field(
        False,
        description="Pieces, or only these types, may also change places otherwise than by movement"
        " of the phase's side: retreats, advances.",
    )
    phases: list[Phase] = Field(default_factory=list, description="Steps inside it.")


class Turns(Part):
    """The count of turns: the turn tracker shows the number of the turn before the phase."""

    name: Text = Field("Turn", description="What a turn is called in the tracker.")
    marker: Id | None = Field(
        None, description="The level marker that the tracker moves to the number of the turn."
    )
    before: Text = Field(
        "",
        description="What the tracker shows before the first turn, such as `Set-up`; empty: it"
        " begins with the first phase.",
    )


class StateValue(Part):
    """One value that a state of a space can have."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    side: Id | None = Field(None, description="The side that the value stands for.")
    colour: Colour | None = Field(None, description="`#rrggbb`.")
    icon: str = Field("", description="Name of an icon or of a picture in `art/`.")


class State(Fact):
    """A state of spaces, shown in a small box in each: alignment, control, damage."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    values: list[StateValue] = Field(min_length=2, description="The values it can have.")
    default: Id = Field(description="The value of spaces for which a set-up states none.")
    kinds: list[str] = Field(description="Kinds of space that show it.")
    look: Literal["square", "shield", "round"] = Field(
        "square", description="The shape of its marks, so that states are easy to distinguish."
    )
    steps: list[list[Id]] = Field(
        default_factory=list, description="Pairs of values; a shift changes one into the other."
    )


class Control(Fact):
    """Control of spaces: by the side of `sides` that is stronger than all others together.

    With equal strength, control is with the side of `ties`, unless all strength against it is that
    of pieces in `no_ties_against`.
    """

    state: Id = Field(description="The state that shows control.")
    sides: list[Id] = Field(description="The sides that can have it.")
    nobody: Id = Field(description="The value of the state if no side has control.")
    ties: Id | None = Field(
        None,
        description="The side that also has control if it is as strong as all others together.",
    )
    no_ties_against: list[Id] = Field(
        default_factory=list, description="Pieces against which alone a tie gives no control."
    )


class Term(Part):
    """One summand of a total. Exactly one of `attribute`, `level`, `pieces`, `cost_in`."""

    attribute: str | None = Field(None, description="Sum of this attribute over the spaces with")
    state: Id | None = Field(None, description="... this state")
    value: Id | None = Field(None, description="... at this value.")
    level: Id | None = Field(None, description="The number of this level marker.")
    times: int = Field(1, description="How much each step of `level` counts.")
    cost_in: Id | None = Field(
        None,
        description="The points of all pieces bought in this box, wherever they are now.",
    )
    pieces: Id | None = Field(None, description="How many of these are on the map.")


class Total(Fact):
    """A number computed from the position, and the marker that shows it."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    side: Id | None = Field(None, description="The side to which it belongs.")
    marker: Id | None = Field(None, description="The level marker that shows it.")
    follows: bool = Field(
        False, description="The marker moves by itself when a piece of `terms` is put down."
    )
    terms: list[Term] = Field(min_length=1, description="The summands.")
    less_free: bool = Field(
        False,
        description="Less the price of what the scenario gives its side for nothing, but not less"
        " than 0.",
    )
    over: int | None = Field(None, description="A side wins when the total exceeds this.")


class Stacking(Which):
    """The largest number of some pieces in one space or cell."""

    most: int = Field(ge=0, description="The largest number.")
    per_side: bool = Field(False, description="The limit is for each side.")
    with_enemy: int | None = Field(None, description="Replaces `most` if another side is present.")
    strength: bool = Field(False, description="Count the strength of pieces, not their number.")
    not_in: list[Id] = Field(default_factory=list, description="Spaces without this limit.")
    terrains: list[Id] = Field(
        default_factory=list, description="Only in these terrains; empty: in all."
    )


class UnitTrait(Fact):
    """A special ability of pieces: its letters on the counter and its rule."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    letters: str = Field(min_length=1, max_length=4, description="The letters on the counter.")
    name: Text = Field(description="The name that players read.")
    text: Text = Field(min_length=1, description="The rule in a sentence.")


class Choice(Fact):
    """One entry of a declaration's menu."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    only_with: list[Id] = Field(
        default_factory=list, description="The choices of earlier fields with which it is allowed."
    )
    marker: Id | None = Field(
        None, description="The piece that announces this choice when it is put into a space."
    )
    group: Text = Field("", description="The submenu that holds its entry.")
    words: list[Text] = Field(
        default_factory=list,
        description="What players write for it in chat who do not use the menu: words, beginnings"
        " of words, or signs such as `->`.",
    )


class DeclarationField(Part):
    """One item of a declaration: the option, the operation, the special activity."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    choices: list[Choice] = Field(min_length=1, description="The entries of its menu.")
    optional: bool = Field(False, description="It may be left out.")


class MarkedSpaces(Part):
    """Spaces that a player marks with pawns, and the heading for them in the report."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The heading in the report.")
    pawn: Id | None = Field(
        None, description="The pawns that mark them; default: the marker that announces."
    )


class Tally(Part):
    """The strength of a side where a marker announces: of its face-up pieces only."""

    name: Text = Field(description="Its heading in the announcement.")
    side: Id = Field(description="The side whose pieces are counted.")
    boxes: list[Id] = Field(
        default_factory=list, description="Boxes whose pieces belong to the marker's space."
    )
    rating: Literal["nw", "ne", "sw", "se"] | None = Field(
        None, description="The corner whose numbers are added up; default: `strength`."
    )
    condition: Id | None = Field(
        None, description="Only units in this condition, anywhere on the map."
    )
    without: list[Id] = Field(
        default_factory=list, description="Units in one of these conditions count nothing."
    )
    against: Text = Field(
        "",
        description="The name of another tally; the announcement also gives the odds against it.",
    )
    odds_in: Id | None = Field(
        None, description="The chart whose columns, such as `2:1`, are these odds."
    )


class Declaration(Fact):
    """What a side announces before it acts: one line in the chat.

    It is announced with a pad, or with markers: then there is one field, and each choice is
    announced with one action.
    """

    id: Id | None = Field(None, description="Needed if a side has several declarations.")
    name: Text = Field("", description="The heading of the pad.")
    side: Id | None = Field(None, description="Without it, whoever plays announces it.")
    box: Id | None = Field(None, description="The box in which the side's pad is.")
    marker: Id | None = Field(
        None,
        description="The piece whose menu has the choices. If its faces have the ids of the"
        " choices, it shows what was chosen, and the first one when it is put into another space.",
    )
    scene: bool = Field(
        False,
        description="Reports of dice and of played cards end with the marker's space and choice.",
    )
    anywhere: bool = Field(
        False, description="The marker announces wherever it is; its place is not told."
    )
    faces: list[Id] = Field(
        default_factory=list,
        description="Pieces of which there is one: the name of the face that each shows is told.",
    )
    totals: list[Id] = Field(default_factory=list, description="Totals that are told with it.")
    fields: list[DeclarationField] = Field(min_length=1, description="What is chosen, in order.")
    spaces: list[MarkedSpaces] = Field(
        default_factory=list, description="Spaces that are marked for it."
    )
    tallies: list[Tally] = Field(
        default_factory=list, description="Strengths that are reported with it."
    )

    @property
    def key(self) -> str:
        """Its unique key: the id, or the side if it has no id."""
        return self.id or self.side or ""

    @property
    def has_pad(self) -> bool:
        """Whether it is announced with a pad, not with markers."""
        return not self.marker and not any(
            choice.marker for item in self.fields for choice in item.choices
        )


class ButtonStep(Part):
    """What a button moves: pieces to a box, cards of decks to a pile, or a level marker."""

    pieces: list[Id] = Field(default_factory=list, description="The pieces that go.")
    decks: list[Id] = Field(default_factory=list, description="Cards of these decks.")
    level: Id | None = Field(None, description="A level marker.")
    clears: Id | None = Field(None, description="A condition that it takes from all units.")
    side: Id | None = Field(None, description="With `clears`: from this side's units only.")
    boxes: list[Id] = Field(
        default_factory=list, description="Where the pieces or cards are; empty: anywhere."
    )
    to: Id | int | None = Field(None, description="The box, the pile, or the marker's number.")


class Button(Fact):
    """A button of the tool bar that moves pieces, step by step."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The text of the button.")
    steps: list[ButtonStep] = Field(min_length=1, description="What it moves, in order.")
    phases: list[Id] = Field(default_factory=list, description="Phases whose beginning presses it.")


class ModuleOptions(Part):
    """Options of the VASSAL module."""

    dpi: int = Field(150, ge=30, le=1200, description="Pixels per inch of the board's picture.")
    card_dpi: int = Field(150, ge=30, le=400, description="Resolution of cards in pixels per inch.")
    zoom: float = Field(
        0.5, gt=0, le=10, description="The zoom at which the map opens; 1 is full size."
    )
    parts: str = Field(
        "", max_length=100, description="The folder with the parts of an imported module."
    )


class ExtensionOptions(Part):
    """The extension of a module that is built of an expansion."""

    module: str = Field(
        "", max_length=200, description="The module's file, if the extension was imported."
    )
    version: str = Field(
        "", max_length=60, description="The module's version; default: that of the game."
    )
    file_name: str = Field(
        "",
        pattern=r"""^([^\x00-\x1f/\\:*?"<>|.][^\x00-\x1f/\\:*?"<>|]*)?$""",
        max_length=100,
        description="The name of its file without `.vmdx`, by which saves know it; default: the"
        " `id`.",
    )


class GameFile(Part):
    """`game.yaml`."""

    id: Id = Field(description="The game's key; the names of modules and logs begin with it.")
    extends: str = Field(
        "",
        max_length=300,
        description="The game to which an expansion adds: its folder, from here, or the name of a"
        " bundled game.",
    )
    title: Text = Field(min_length=1, description="The title.")
    subtitle: Text = Field("", description="A line below the title.")
    version: str = Field(
        pattern=r"^\d+(\.\d+)*[a-z0-9.-]*$", description="The version, such as `1.0.0`."
    )
    description: Text = Field(
        "", description="One sentence that VASSAL shows in its list of modules."
    )
    about: Text = Field("", description="A text for the About window.")
    credits: list[Text] = Field(default_factory=list, description="A line for each credit.")
    years: str = Field("", description="The years that the game is about.")
    languages: list[Literal["en", "es", "de", "fr", "it", "pt"]] = Field(
        min_length=1, description="The language of these files first, then those in `locale/`."
    )
    sides: list[Side] = Field(min_length=1, description="The sides.")
    numbers: dict[Id, StrictInt | StrictFloat] = Field(
        default_factory=dict,
        description="Numbers of the rules that no other part states, by name; for the texts of"
        " `rulebook.yaml` and for rulebooks.",
    )
    dice: list[Die] = Field(default_factory=list, description="The dice.")
    sequence: list[Phase] = Field(
        default_factory=list,
        description="The turn, as a tree; the turn tracker steps through its leaves.",
    )
    turns: Turns | None = Field(None, description="How turns are counted; default: not at all.")
    states: list[State] = Field(default_factory=list, description="States of spaces.")
    control: Control | None = Field(None, description="How control is computed.")
    totals: list[Total] = Field(
        default_factory=list, description="Totals that are computed from the position."
    )
    stacking: list[Stacking] = Field(
        default_factory=list, description="Limits to the pieces in one space."
    )
    moves: list[MoveRule] = Field(default_factory=list, description="How pieces move.")
    zones: list[Zone] = Field(default_factory=list, description="Zones of control.")
    traits: list[UnitTrait] = Field(
        default_factory=list, description="Special abilities of pieces."
    )
    terrains: list[Terrain] = Field(default_factory=list, description="Kinds of terrain.")
    features: list[Feature] = Field(
        default_factory=list, description="Features on the sides of cells."
    )
    size_classes: list[SizeClass] = Field(default_factory=list, description="Sizes of pieces.")
    arcs: list[Arc] = Field(default_factory=list, description="Arcs of fire.")
    shades: list[Shade] = Field(default_factory=list, description="Shades of cells.")
    conditions: list[Condition] = Field(default_factory=list, description="Conditions of units.")
    gauges: list[Gauge] = Field(
        default_factory=list,
        description="Numbers of single pieces that players change: hits, ammunition, fuel.",
    )
    checks: list[Check] = Field(default_factory=list, description="Checks that units roll.")
    rolls: list[UnitRoll] = Field(default_factory=list, description="Dice that units roll.")
    purchases: Purchases = Field(
        Purchases.model_construct(), description="What can be bought for a set-up."
    )
    declarations: list[Declaration] = Field(
        default_factory=list, description="What sides announce before they act."
    )
    buttons: list[Button] = Field(default_factory=list, description="Buttons that move pieces.")
    fonts: list[Font] = Field(default_factory=list, description="Fonts of the game's own.")
    module: ModuleOptions = Field(
        ModuleOptions.model_construct(), description="Options of the VASSAL module."
    )
    extension: ExtensionOptions = Field(
        ExtensionOptions.model_construct(), description="Options of an expansion's extension."
    )
