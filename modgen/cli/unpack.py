"""`modgen unpack`: a module or a save as a folder of text, pictures and files."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import (
    FILE,
    FOLDER,
    count,
    echo_lines,
    fail,
    module_errors,
    read_module_or_stop,
)

if TYPE_CHECKING:
    from modgen.saving.text import UnpackedSave
    from modgen.unpacking.folder import UnpackedModule


@click.command("unpack")
@click.argument("file", type=FILE)
@click.argument("folder", type=FOLDER, required=False)
@click.option("--check", is_flag=True, help="Write nothing; report whether FOLDER is up to date.")
@click.option("--saves", is_flag=True, help="Unpack saves and set-ups too: a line per command.")
@click.option("--setup", default="", help="Unpack this save inside the module, by its file name.")
@click.option("--print", "printed", is_flag=True, help="Print all text instead of writing it.")
def unpack(
    file: Path, folder: Path | None, *, check: bool, saves: bool, setup: str, printed: bool
) -> None:
    """Unpack a module (.vmod, .vmdx), a build file, a save or a log into a FOLDER of text.

    Components are YAML files below `module`: pieces have one trait on each line, with its fields
    by name. Pictures and all other files are in `files`, as they are. With --saves, saves and
    set-ups are folders below `saves`: `game.txt` has a line for each command. What modgen does not
    understand is kept verbatim and counted. `modgen pack` makes the same module again.

    A save (.vsav) or log (.vlog), or with --setup one inside a module, becomes a folder to edit:
    seats in `players.yaml`, pieces, stacks and decks in `pieces.yaml` and their traits in
    `kinds.yaml`, properties, turn, notes, and the steps of a log in `steps.txt`. The passwords of
    the players are in `secrets.yaml` and nowhere else; share the other files only.

    --check compares the module with FOLDER. Without FOLDER it unpacks and packs the module in
    memory and compares the build files.

    For `git diff` and `git merge`, put these lines into .gitattributes

    \b
        *.vmod diff=modgen merge=modgen
        buildFile* diff=modgen merge=modgen

    and run

    \b
        git config diff.modgen.textconv "modgen unpack --print"
        git config merge.modgen.driver "modgen merge %O %A %B -o %A"

    Exit code: 0, or 1 if --check finds a difference, 2 if FILE is not a module,
    save or log.

    Example: modgen unpack output/people-power/people-power-1.0.vmod people-power-module

    Example: modgen unpack evening-1.vsav evening
    """
    from modgen.unpacking.folder import known_habits, read_packed, summary, write_folder

    if folder is None and not (check or printed):
        fail("give the folder to write, or --check or --print")
    if setup or is_save(file):
        with module_errors(file):
            save = _save(file, setup)
            if printed:
                _print_texts(save.texts)
            elif check:
                raise click.exceptions.Exit(1 if _save_differs(save, file, folder) else 0)
            elif folder is not None:
                _write_save(save, folder)
        return
    with module_errors(file):
        module = read_packed(file, known_habits(folder) if folder else None)
        echo_lines((f"{file}: {text}" for text in module.odd_names), err=True)
        if printed:
            _print(module)
        elif check:
            raise click.exceptions.Exit(1 if _differs(module, file, folder) else 0)
        elif folder is not None:
            write_folder(module, folder, saves=saves)
            click.echo(summary(module, module.texts()))


def is_save(file: Path) -> bool:
    """Whether a file is a save or log. Exits with 2 if it is not there."""
    from modgen.vassal.archive import Archive, ArchiveError
    from modgen.vassal.save import GAME

    with module_errors(file):
        try:
            with Archive(file) as archive:
                return GAME in archive
        except ArchiveError:
            return False


def _save(file: Path, setup: str) -> UnpackedSave:
    """The save of a file, or inside a module. Exits with 2 if the module has no such file."""
    from modgen.saving.text import unpack_save

    if not setup:
        return unpack_save(file)
    files = read_module_or_stop(file).files
    if setup not in files:
        found = [name for name in files if name.endswith(".vsav")]
        fail(f"{file} has no {setup}; its saves are: {', '.join(found) or 'none'}")
    return unpack_save(Path(f"{file}: {setup}"), files[setup])


def _write_save(save: UnpackedSave, folder: Path) -> None:
    from modgen.saving.folder import write_save_folder
    from modgen.saving.text import SECRETS

    write_save_folder(save, folder)
    click.echo(f"{folder}: {count(len(save.texts), 'file')} of text.")
    if save.texts[SECRETS].strip() != "{}":
        click.echo(f"{folder / SECRETS} contains the passwords of the players; do not share it.")


def _save_differs(save: UnpackedSave, file: Path, folder: Path | None) -> bool:
    """Print and return whether a save differs from the folder; without one it does not."""
    from modgen.saving.folder import read_save_folder

    if folder is None:
        # Unpacking has packed it again and compared the games.
        click.echo(f"{file}: packing gives the same game.")
        return False
    other = read_save_folder(folder)
    mine, others = save.texts | save.entries, other.texts | other.entries
    changed = [name for name in sorted({*mine, *others}) if mine.get(name) != others.get(name)]
    for name in changed:
        click.echo(f"{folder / name}: differs from {file}")
    click.echo(_verdict(changed, folder))
    return bool(changed)


def _verdict(changed: list[str], folder: Path) -> str:
    if not changed:
        return f"{folder} is up to date."
    return "1 file differs." if len(changed) == 1 else f"{len(changed)} files differ."


def _print_texts(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        if name != "secrets.yaml":
            click.echo(f"=== {name}\n{text}", nl=False)


def _print(module: UnpackedModule) -> None:
    _print_texts(module.texts())
    for name in module.entries:
        data = module.entries[name]
        digest = blake2b(data, digest_size=8).hexdigest()
        click.echo(f"=== files/{name}: {len(data)} bytes, {digest}")


def _differs(module: UnpackedModule, file: Path, folder: Path | None) -> bool:
    """Print and return whether the module differs from the folder, or from itself packed again."""
    from modgen.unpacking.folder import from_texts, read_folder, summary
    from modgen.unpacking.saves import same_save

    texts = module.texts()
    if folder is None:
        same = from_texts(texts).build_file_bytes() == module.original
        click.echo(summary(module, texts))
        click.echo(f"{file}: packing {'gives the same' if same else 'changes the'} build file.")
        return not same
    other = read_folder(folder)
    others = other.texts()
    changed = [name for name in sorted({*texts, *others}) if texts.get(name) != others.get(name)]
    changed += [
        f"files/{name}"
        for name in sorted({*module.entries, *other.entries})
        if not same_save(module.entries.get(name), other.entries.get(name))
    ]
    for name in changed:
        click.echo(f"{folder / name}: differs from {file}")
    click.echo(_verdict(changed, folder))
    return bool(changed)
