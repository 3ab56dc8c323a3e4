"""What would make a module better: mistakes and habits, each with its place and a remedy."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from modgen.inspecting.names import PROTOTYPE, SLOTS, piece_of
from modgen.inspecting.paths import with_paths
from modgen.inspecting.report import FEWER_PIXELS, FREE_THE_SEAT, ModuleReport
from modgen.log.picture_sizes import Spellings, how_spelled
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.keys import NAMED, Key
from modgen.vassal.module import Module, stated_sizes

HUGE = 8_000_000
"""The size of a picture, in bytes, from which loading it is slow."""
LONG_MENU = 20
REPEATED = 5
"""The fewest pieces, and LEAST_TRAITS the fewest equal traits, for which a prototype pays."""
LEAST_TRAITS = 3
MOST_PLACES = 3
"""The number of places that one piece of advice lists."""
MOST_TRAITS = 400
DEEPEST = 10
"""How deeply prototypes that use prototypes are followed."""

OF_THE_PIECE = (t.Marker, t.Prototype, t.Layer, t.BasicName, t.Label, t.TranslatableMessage)
"""Traits that usually differ between pieces."""
CHANGING = (t.TriggerAction, t.SendToLocation, t.ReturnToDeck, t.PlaceMarker, t.Delete)
"""Traits whose commands change the table; the other players should read about them."""
OLD = {
    "emb;": "Open the module in the editor and save it, so that the layer is converted",
    "nonRect;": "Open the module in the editor and save it, so that the outline is converted",
}
"""Prefixes of traits that have a newer form, and the remedy."""


class Advice(NamedTuple):
    """What is wrong, where, and what to do about it."""

    kind: str
    where: str
    text: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}. {self.remedy}."


class Owner(NamedTuple):
    """A slot or prototype: its path, its own traits, and these with those of its prototypes."""

    path: str
    component: Component
    own: tuple[t.Trait, ...]
    all: tuple[t.Trait, ...]


def owners(tree: Component) -> Iterator[Owner]:
    """All slots and prototypes whose definitions can be read."""
    prototypes = {}
    for component in tree.find_all("PrototypeDefinition"):
        piece = piece_of(component)
        if piece is not None:
            prototypes[component.attributes.get("name", "")] = piece.traits
    for path, component in with_paths(tree):
        piece = piece_of(component)
        if piece is not None:
            whole = tuple(islice(_expanded(piece.traits, prototypes, 0), MOST_TRAITS))
            yield Owner(path, component, piece.traits, whole)


def _expanded(
    traits: tuple[t.Trait, ...], prototypes: Mapping[str, tuple[t.Trait, ...]], depth: int
) -> Iterator[t.Trait]:
    for trait in traits:
        yield trait
        if isinstance(trait, t.Prototype) and depth < DEEPEST:
            yield from _expanded(prototypes.get(trait.name, ()), prototypes, depth + 1)


def advice(module: Module, report: ModuleReport) -> list[Advice]:
    """Everything that would make a module better, the mistakes first."""
    found = list(_of_report(module, report))
    pieces = list(owners(module.tree))
    habits: list[Advice] = []
    for owner in pieces:
        habits += _of_menu(owner)
        habits += _of_keys(owner)
        habits += _of_old_traits(owner)
    found += _together(habits)
    found += _without_own_gpid(pieces)
    found += _without_reports(pieces)
    found += _repeated_traits(pieces)
    return found


def _together(advice: list[Advice]) -> Iterator[Advice]:
    """The same advice for several components as one."""
    places: dict[tuple[str, str, str], list[str]] = {}
    for each in advice:
        places.setdefault((each.kind, each.text, each.remedy), []).append(each.where)
    for (kind, text, remedy), paths in sorted(places.items(), key=lambda item: item[0][0]):
        yield Advice(kind, _listed(paths), text, remedy)


def _of_report(module: Module, report: ModuleReport) -> Iterator[Advice]:
    idle = set(report.unused_prototypes)
    spellings = Spellings(module.images)
    missing_in_idle = 0
    for name, where in report.missing_pictures.items():
        if _in_prototype(where, idle):
            missing_in_idle += 1
            continue
        other = spellings[name]
        but = f"; the file {other} {how_spelled(name, other)}" if other else ""
        remedy = "Give both the same spelling" if other else "Add the picture, or clear its name"
        yield Advice(
            "missing picture", where, f"the picture {name} is not in the module{but}", remedy
        )
    for text in report.undefined:
        verb = next((verb for verb in ("refers to", "sends") if f" {verb} " in text), "")
        where, _, what = text.partition(f" {verb} ")
        if not _in_prototype(where, idle):
            yield Advice(
                "undefined name",
                where,
                f"it {verb} {what}",
                "Define the name, or correct the spelling",
            )
    yield from _of_loading(report)
    for text in report.twice:
        yield Advice("name that is not unique", "Module", text, "Give each a name of its own")
    refresh = "Open the set-up, refresh its pieces and save it again"
    yield from _together(
        [
            Advice("broken set-up", f"Set-up `{setup.name}`", text, refresh)
            for setup in report.setups
            for text in setup.lacking
        ]
    )
    yield from _together(
        [
            Advice("private data", f"Set-up `{setup.name}`", text, FREE_THE_SEAT)
            for setup in report.setups
            for text in setup.private
        ]
    )
    for huge in report.huge_pictures:
        yield Advice("huge picture", f"Picture {huge.name}", f"it {huge.told}", FEWER_PIXELS)
    for name, size in sorted(stated_sizes(module.images).items()):
        if size > HUGE:
            yield Advice(
                "huge picture",
                f"Picture {name}",
                f"it has {size / 1e6:.1f} MB",
                "Save it with fewer pixels or colours, or as JPEG",
            )
    if report.unused_pictures:
        some = _some(report.unused_pictures, "picture")
        yield Advice(
            "unused pictures",
            "Module",
            f"nothing uses {some}",
            "Remove them in the editor's list of unused images",
        )
    if idle and report.kind == "module":
        some = _some(report.unused_prototypes, "prototype")
        lost = f"{missing_in_idle} missing picture{'' if missing_in_idle == 1 else 's'}"
        named = f", which name {lost}" if missing_in_idle else ""
        yield Advice(
            "unused prototypes",
            "Module",
            f"no piece uses {some}{named}",
            "Delete them, unless an extension uses them",
        )


def _of_loading(report: ModuleReport) -> Iterator[Advice]:
    for text in report.odd_names:
        problem, _, remedy = text.rpartition("; ")
        yield Advice("name of an entry", "Module", problem, remedy[:1].upper() + remedy[1:])
    for text in report.unreadable:
        yield Advice("cannot be read", "Module", text, "Correct it in the editor or after `unpack`")
    for text in report.warnings:
        yield Advice("warning of VASSAL", "Module", text, "Correct it in the editor")


def _in_prototype(path: str, names: set[str]) -> bool:
    """Whether a path ends in one of these prototypes."""
    _, found, name = path.rpartition(f"{PROTOTYPE} `")
    return bool(found) and name.removesuffix("`") in names


def _some(names: list[str], what: str) -> str:
    """A number of things with examples: `3 pictures, such as a.png, b.png, c.png`."""
    if len(names) == 1:
        return f"the {what} {names[0]}"
    return f"{len(names)} {what}s, such as {', '.join(names[:MOST_PLACES])}"


def _commands(traits: tuple[t.Trait, ...]) -> list[tuple[str, Key | None]]:
    """The menu entries of a piece with their keys."""
    entries = []
    for trait in traits:
        menu = getattr(trait, "menu", "")
        if isinstance(menu, str) and menu and not isinstance(trait, t.SubMenu):
            entries.append((menu, getattr(trait, "key", None)))
    return entries


def _of_menu(owner: Owner) -> Iterator[Advice]:
    number = len({menu for menu, _ in _commands(owner.all)})
    grouped = any(isinstance(trait, t.SubMenu) for trait in owner.all)
    if owner.component.name in SLOTS and number > LONG_MENU and not grouped:
        yield Advice(
            "long menu",
            owner.path,
            f"its menu has {number} entries and no submenu",
            "Group the entries with Sub-Menu traits",
        )


def _of_keys(owner: Owner) -> Iterator[Advice]:
    """Different menu entries of a slot with the same key on the keyboard."""
    menus: dict[Key, list[str]] = {}
    for menu, key in _commands(owner.all) if owner.component.name in SLOTS else ():
        if key is not None and key.code and not key.name and menu not in menus.get(key, []):
            menus.setdefault(key, []).append(menu)
    for key, entries in menus.items():
        if len(entries) > 1:
            listed = ", ".join(f"`{menu}`" for menu in entries)
            yield Advice(
                "keys that clash",
                owner.path,
                f"{key.label} is the key of {listed}",
                "Give each entry a key of its own, or a named command",
            )


def _of_old_traits(owner: Owner) -> Iterator[Advice]:
    for prefix, remedy in OLD.items():
        if any(trait.type_text().startswith(prefix) for trait in owner.own):
            yield Advice(
                "old trait", owner.path, f"it has a trait of the old form `{prefix}`", remedy
            )


def _without_own_gpid(pieces: list[Owner]) -> Iterator[Advice]:
    """Definitions without a gpid, or with one that is taken: with any, nothing is refreshed.

    Traits that place a piece have gpids like slots (GpIdChecker.testGpId of the engine).
    """
    gpids = Counter[str]()
    for owner in pieces:
        if owner.component.name in SLOTS:
            gpids[owner.component.attributes.get("gpid", "")] += 1
        gpids.update(trait.gpid for trait in owner.own if isinstance(trait, t.PlaceMarker))
    lacking = sum(count - bool(gpid) for gpid, count in gpids.items())
    if lacking:
        definitions = (
            "definition has no gpid of its own"
            if lacking == 1
            else "definitions have no gpid of their own"
        )
        yield Advice(
            "gpid",
            "Module",
            f"{lacking:,} {definitions}, so VASSAL refuses Refresh Counters",
            "Open it in VASSAL's editor and save it, so that each gets one",
        )


def _without_reports(pieces: list[Owner]) -> Iterator[Advice]:
    """Menu entries of slots that change the table without a report, also by way of triggers."""
    silent: dict[str, list[str]] = defaultdict(list)
    for owner in pieces:
        if owner.component.name not in SLOTS:
            continue
        triggers = [trait for trait in owner.all if isinstance(trait, t.TriggerAction)]
        reported = {
            _plain(key)
            for trait in owner.all
            if isinstance(trait, t.ReportAction)
            for key in trait.keys
        }
        for trait in owner.all:
            if isinstance(trait, CHANGING) and trait.menu and trait.key:
                sent = _sent_by(trait.key, triggers)
                if not sent & reported and owner.path not in silent[trait.menu]:
                    silent[trait.menu].append(owner.path)
    for menu, paths in sorted(silent.items()):
        if paths:
            yield Advice(
                "change without a report",
                _listed(paths),
                f"nothing is written when a player chooses `{menu}`",
                "Add a Report Action trait with the key of the command",
            )


def _sent_by(key: Key, triggers: list[t.TriggerAction]) -> set[Key]:
    """A key and those that triggers send because of it. A named command has no fixed code."""
    sent, pending = set[Key](), [_plain(key)]
    while pending:
        now = pending.pop()
        if now in sent:
            continue
        sent.add(now)
        for trigger in triggers:
            heard = (trigger.key, *trigger.watch_keys)
            if now in [_plain(each) for each in heard if each is not None]:
                pending += [_plain(each) for each in trigger.action_keys]
    return sent


def _plain(key: Key) -> Key:
    return Key(NAMED, 0, key.name) if key.name else key


def _repeated_traits(pieces: list[Owner]) -> Iterator[Advice]:
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for owner in pieces:
        if owner.component.name in SLOTS:
            shared = [trait for trait in owner.own if not isinstance(trait, OF_THE_PIECE)]
            if len(shared) >= LEAST_TRAITS:
                alike[tuple(trait.type_text() for trait in shared)].append(owner.path)
    for types, paths in alike.items():
        if len(paths) >= REPEATED:
            yield Advice(
                "repeated traits",
                _listed(paths),
                f"{len(paths)} pieces repeat the same {len(types)} traits",
                "Move the traits to a prototype that all of them use",
            )


def _listed(paths: list[str]) -> str:
    """The path of the first component, the titles of some more, and how many others there are."""
    more = len(paths) - MOST_PLACES
    titles = [path.rpartition(" / ")[2] for path in paths[1:MOST_PLACES]]
    return "; ".join([*paths[:1], *titles]) + (f" and {more} more" if more > 0 else "")
