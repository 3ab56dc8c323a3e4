"""`modgen unpack`: a module as a folder of text, pictures and files."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import FILE, FOLDER, fail, module_errors

if TYPE_CHECKING:
    from modgen.unpacking.folder import UnpackedModule


@click.command("unpack")
@click.argument("file", type=FILE)
@click.argument("folder", type=FOLDER, required=False)
@click.option("--check", is_flag=True, help="Write nothing; report whether FOLDER is up to date.")
@click.option("--saves", is_flag=True, help="Unpack saves and set-ups too: a line per command.")
@click.option("--print", "printed", is_flag=True, help="Print all text instead of writing it.")
def unpack(file: Path, folder: Path | None, check: bool, saves: bool, printed: bool) -> None:
    """Unpack a module (.vmod, .vmdx) or a build file into a FOLDER that git can merge.

    Components are YAML files below `module`: pieces have one trait on each line, with its fields
    by name. Pictures and all other files are in `files`, as they are. With --saves, saves and
    set-ups are folders below `saves`: `game.txt` has a line for each command. What modgen does not
    understand is kept verbatim and counted. `modgen pack` makes the same module again.

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

    Exit code: 0, or 1 if --check finds a difference, 2 if FILE is not a module.

    Example: modgen unpack output/people-power/people-power-1.0.vmod people-power-module
    """
    from modgen.unpacking.folder import known_habits, read_packed, summary, write_folder

    if folder is None and not (check or printed):
        fail("give the folder to write, or --check or --print")
    with module_errors(file):
        module = read_packed(file, known_habits(folder) if folder else None)
        if printed:
            _print(module)
        elif check:
            raise click.exceptions.Exit(1 if _differs(module, file, folder) else 0)
        elif folder is not None:
            write_folder(module, folder, saves=saves)
            click.echo(summary(module, module.texts()))


def _print(module: UnpackedModule) -> None:
    for name, text in module.texts().items():
        click.echo(f"=== {name}\n{text}", nl=False)
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
    many = "1 file differs." if len(changed) == 1 else f"{len(changed)} files differ."
    click.echo(many if changed else f"{folder} is up to date.")
    return bool(changed)
