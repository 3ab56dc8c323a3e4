"""Files and folders are replaced whole, whatever stops the process, and nothing is left behind."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from modgen.vassal.replacing import Claim, atomic, tidy, whole

FULL = OSError(errno.ENOSPC, "No space left on device")


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def killed(code: str, folder: Path) -> None:
    """Run code in a process that kills itself by calling `die()`."""
    head = (
        "import os, signal, sys\nfrom pathlib import Path\n"
        "from modgen.vassal import replacing\nfrom modgen.vassal.replacing import *\n"
        "def die(*_): os.kill(os.getpid(), signal.SIGKILL)\nfolder = Path(sys.argv[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", head + code, str(folder)], check=False)
    assert done.returncode == -signal.SIGKILL


needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")


@needs_kill
def test_the_next_run_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    killed("with atomic(folder / 'a.pdf') as part:\n  part.write_text('half')\n  die()", tmp_path)
    killed("with whole(folder) as part:\n  (part / 'b.pdf').write_text('half')\n  die()", tmp_path)
    assert [*tree(tmp_path).values()].count("half") == 1  # `whole` has removed the first
    (tmp_path / ".modgen-notes").write_text("the user's")
    with whole(tmp_path) as part:
        (part / "c.pdf").write_text("new")
    assert tree(tmp_path) == {".modgen-notes": "the user's", "c.pdf": "new"}


@needs_kill
@pytest.mark.parametrize("moved", [0, 1, 2])
def test_a_set_is_never_half_old_and_half_new(tmp_path: Path, moved: int) -> None:
    """Killed while files are replaced: the next run replaces the rest."""
    (tmp_path / "x").mkdir()
    for name in ("a", "x/b", "old"):
        (tmp_path / name).write_text("old")
    killed(
        f"left = [{moved}]\nreplace = Path.replace\n"
        "def count(*given):\n  left[0] or die()\n  left[0] -= 1\n  return replace(*given)\n"
        "Path.replace = count\nto = whole(folder)\n"
        "with to as part:\n  (part / 'x').mkdir()\n  to.remove('old')\n"
        "  for name in ('a', 'x/b', 'c'): (part / name).write_text('new')",
        tmp_path,
    )
    tidy(tmp_path)
    assert tree(tmp_path) == {"a": "new", "c": "new", "x/b": "new"}


@needs_kill
def test_a_new_folder_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "game"
    killed("with whole(folder) as part:\n  (part / 'a').write_text('half')\n  die()", target)
    assert not target.exists()
    with whole(target) as part:
        (part / "a").write_text("new")
    assert tree(tmp_path) == {"game/a": "new"}


def test_an_error_changes_nothing_and_names_the_users_file(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_text("old")
    with pytest.raises(OSError, match="No space") as problem, atomic(tmp_path / "a.pdf") as part:
        part.write_text("half")
        raise FULL
    assert problem.value.filename == str(tmp_path / "a.pdf")
    with pytest.raises(OSError, match="No space") as problem, whole(tmp_path) as part:
        (part / "a.pdf").write_text("half")
        with atomic(part / "b.pdf"):
            raise FULL
    assert problem.value.filename == str(tmp_path / "b.pdf")
    with pytest.raises(FileNotFoundError) as problem, atomic(tmp_path / "a.pdf") as part:
        (tmp_path / "missing").read_bytes()
    assert problem.value.filename == str(tmp_path / "missing")
    assert tree(tmp_path) == {"a.pdf": "old"}


@pytest.mark.long
def test_a_running_process_keeps_its_files(tmp_path: Path) -> None:
    """Two runs in one folder: neither removes what the other is writing, and no set is mixed."""
    claim = Claim.within(tmp_path)
    claim.folder.mkdir()
    tidy(tmp_path)
    assert claim.path.exists() and claim.folder.is_dir()
    claim.drop()
    together = threading.Barrier(4)

    def write(text: str) -> None:
        for _ in range(5):
            with whole(tmp_path) as part:
                for number in range(20):
                    (part / f"{number}").write_text(text)
                together.wait(10)

    threads = [threading.Thread(target=write, args=(text,)) for text in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = tree(tmp_path)
    assert len(written) == 20
    assert len(set(written.values())) == 1


@pytest.mark.parametrize("name", ["../victim", "/victim", "x/../../victim", 7])
def test_a_forged_claim_removes_nothing_outside(tmp_path: Path, name: object) -> None:
    folder = tmp_path / "folder"
    claim = folder / f".modgen-{'0' * 16}"
    claim.with_name(f"{claim.name}.d").mkdir(parents=True)
    victim = tmp_path / "victim"
    victim.write_text("kept")
    claim.write_text(json.dumps({"remove": [name if name != "/victim" else str(victim)]}))
    tidy(folder)
    assert tree(tmp_path) == {"victim": "kept"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        for way in (atomic(tmp_path / "a"), whole(tmp_path)):
            with pytest.raises(PermissionError) as problem:
                way.__enter__()
            assert problem.value.filename in (str(tmp_path / "a"), str(tmp_path))
    finally:
        tmp_path.chmod(0o700)
