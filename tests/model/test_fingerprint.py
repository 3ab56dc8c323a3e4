"""The fingerprint of a game's folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from modgen.model.loading.fingerprint import fingerprint


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    """Reading it would not end."""
    before = fingerprint((), (tmp_path,))
    os.mkfifo(tmp_path / "pieces.csv")
    assert fingerprint((), (tmp_path,)) != before
