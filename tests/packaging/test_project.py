"""The project's own texts and settings: names, links, pictures, pinned versions."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s#]*)(?:#(?P<part>[^)\s]*))?[^)]*\)")


def test_the_package_page_has_no_relative_link_or_picture() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "](docs/" in text
    hook = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    for rule in hook["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)
    targets = [link["target"] for link in LINK.finditer(text)]
    assert [target for target in targets if not target.startswith("https://")] == []
    assert "![" not in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page: Path) -> None:
    for link in LINK.finditer(page.read_text("utf-8")):
        target = link["target"]
        if target and not target.startswith("http"):
            path = (page.parent / target).resolve()
            assert path.exists(), target
            if path.name == "index.md" and path.parent.name == "reference" and link["part"]:
                row = link["part"].partition("/")[0]
                assert f'<a id="{row}"></a>' in path.read_text("utf-8"), link[0]


@pytest.mark.long
def test_no_text_names_the_wrong_distribution() -> None:
    wrong = re.compile(r"(pip|pipx|uvx?|uv tool) (install|run)? *['\"]?modgen\b")
    for folder in ("modgen", "rules", "docs", "tests", "benchmarks", "."):
        pattern = "*.md" if folder == "." else "**/*"
        for path in (ROOT / folder).glob(pattern):
            if path.suffix in (".py", ".md", ".html", ".yaml", ".txt", ".java"):
                match = wrong.search(path.read_text("utf-8"))
                assert match is None, f"{path}: {match}"


def test_the_project_names_no_address() -> None:
    assert "urls" not in PROJECT["project"]


def test_every_dependency_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)
    pinned = {_plain(pin.partition("==")[0]) for pin in pins}
    project = PROJECT["project"]
    wanted = [
        *project["dependencies"],
        *project["optional-dependencies"]["dev"],
        *PROJECT["build-system"]["requires"],
    ]
    assert {_plain(re.split("[>=<]", name)[0]) for name in wanted} <= pinned


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")
