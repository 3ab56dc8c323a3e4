"""`modgen locale`: draft a translation of a game."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, fail, game_folder, load_or_stop


@click.command("locale")
@click.argument("game")
@click.argument("language", type=click.Choice(["en", "es", "de", "fr", "it", "pt"]))
@click.option("-o", "--output", type=FILE, help="The file to write.  [default: locale/LANG.yaml]")
def locale(game: str, language: str, output: Path | None) -> None:
    """Draft the file with a game's texts in another language, or add what is missing in it.

    Translations that exist are kept; comments in an existing file are not. A text without a
    translation is `~`, with the original in a comment, and is shown in the original language.

    Example: modgen locale my-game fr
    """
    from modgen.model.loading.locale import all_texts
    from modgen.model.loading.locale_draft import draft, missing
    from modgen.vassal.archive import write_text

    loaded = load_or_stop(game)
    first = loaded.game
    if language == first.language:
        fail(f"the files of {first.id} are in `{language}` themselves; choose another language")
    folder = game_folder(game)
    target = output or folder / "locale" / f"{language}.yaml"
    texts = loaded.locales.get(language, {})
    near = "../schemas" if (folder / "schemas").is_dir() else "../../schemas"
    write_text(target, draft(first, language, texts, f"{near}/locale.json"))
    left = len(missing(first, texts))
    total = len(all_texts(first))
    click.echo(f"{target}: {total} texts, {left} of them not translated")
    if language not in first.info.languages:
        languages = ", ".join([*first.info.languages, language])
        click.echo(f"Add the language to {folder / 'game.yaml'}: `languages: [{languages}]`")
