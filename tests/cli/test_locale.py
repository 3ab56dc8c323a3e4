"""`modgen locale`: drafts of translations, and what is shown while texts are missing."""

from __future__ import annotations

from pathlib import Path

import yaml
from click.testing import CliRunner

from modgen.cli.locale import locale
from modgen.model.loading.folder import load
from modgen.model.loading.locale import all_texts


def french(folder: Path) -> Path:
    """The file of the French texts of a game that has French among its languages."""
    path = folder / "game.yaml"
    text = path.read_text("utf-8").replace("languages: [en, es]", "languages: [en, es, fr]")
    path.write_text(text, "utf-8")
    return folder / "locale" / "fr.yaml"


def test_a_draft_has_every_text(folder: Path) -> None:
    target = french(folder)
    result = CliRunner().invoke(locale, [str(folder), "fr"])
    assert result.exit_code == 0, result.output
    number = len(all_texts(load(folder).game))
    assert f"{number} texts, {number} of them not translated" in result.output
    assert target.read_text("utf-8").count(": ~ # ") == number
    loaded = load(folder)
    assert not loaded.diagnostics.errors
    (warning,) = [str(one) for one in loaded.diagnostics.sorted()]
    assert f"{number} texts are not translated and stay in `en`" in warning
    assert loaded.in_language("fr").info.title == loaded.game.info.title


def test_a_draft_keeps_translations(folder: Path) -> None:
    target = french(folder)
    CliRunner().invoke(locale, [str(folder), "fr"])
    title = 'Les "quatre" vals: non'
    text = target.read_text("utf-8").replace("title: ~ # Four Vales", f"title: '{title}'")
    target.write_text(text, "utf-8")
    CliRunner().invoke(locale, [str(folder), "fr"])
    assert yaml.safe_load(target.read_text("utf-8"))["game"]["title"] == title
    assert load(folder).in_language("fr").info.title == title


def test_a_draft_of_a_finished_translation_changes_no_text(folder: Path) -> None:
    before = load(folder).in_language("es")
    result = CliRunner().invoke(locale, [str(folder), "es"])
    assert ", 0 of them not translated" in result.output
    assert all_texts(load(folder).in_language("es")) == all_texts(before)


def test_a_language_without_a_file_does_not_stop_the_others(folder: Path) -> None:
    french(folder)
    loaded = load(folder)
    assert not loaded.diagnostics.errors
    assert [str(one) for one in loaded.diagnostics.sorted()] == [
        f"game.yaml:13:12: warning: there is no locale/fr.yaml, so all texts stay in `en`; "
        f"`modgen locale {loaded.game.id} fr` drafts it"
    ]


def test_the_first_language_needs_no_file(folder: Path) -> None:
    result = CliRunner().invoke(locale, [str(folder), "en"])
    assert result.exit_code == 2
    assert "are in `en` themselves" in result.output
