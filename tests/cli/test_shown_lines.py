"""Text from files in a terminal: no control character reaches it, and no line is endless."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.shown import HARMFUL, LONGEST, shown, shown_lines
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import write_save
from tests.cli.running import run

ODD = "a\u202eb\x1b[2Jc\r\nd\u2066e\u2028f\x07"


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("\u202e\x1b\n\t\ud800"))))
def test_nothing_harmful_is_left(text: str) -> None:
    one = shown(text)
    assert not HARMFUL.search(one)
    assert len(one) <= LONGEST
    assert len(shown_lines(text).split("\n")) == len(text.split("\n"))


@pytest.mark.parametrize("text", ["Café – naïve 日本語 \u00a0", "👩\u200d🚒", "a\tb", "مرحبا"])
def test_ordinary_text_stays(text: str) -> None:
    assert shown(text) == text


def test_escapes_and_length() -> None:
    assert shown(ODD) == r"a\u202eb\u001b[2Jc\u000d\u000ad\u2066e\u2028f\u0007"
    assert shown("x" * 5000) == "x" * (LONGEST - 1) + "…"
    assert shown("x" * LONGEST) == "x" * LONGEST


def test_chat_of_a_log(tmp_path: Path) -> None:
    # The character ESC separates commands, so that chat cannot contain it.
    chat = ["<A> - " + ODD.replace("\x1b", ""), "<A> - " + "y" * 5000]
    steps = [f"LOG\tCHAT{line}" for line in chat]
    text = "\x1b".join(["begin_save", "", "end_save", *steps])
    write_save(tmp_path / "odd.vlog", text, Metadata("1", "Odd"))
    result = run("log", "odd.vlog", cwd=tmp_path)
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    assert r"a\u202eb" in lines[0]
    assert len(lines[1]) <= LONGEST
    assert not any(HARMFUL.search(line) for line in lines)


def test_the_name_of_a_file_in_an_error(tmp_path: Path) -> None:
    result = run("inspect", "no\u202e\x1b[2Jsuch.vmod", cwd=tmp_path)
    assert result.returncode == 2
    assert r"no\u202e\u001b[2Jsuch.vmod" in result.stderr
    assert not HARMFUL.search(result.stderr.rstrip("\n"))
