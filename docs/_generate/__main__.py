"""Collect the site's pages in one folder: the written ones, and those made from the code.

`make docs` runs this and then builds the site from the folder.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
DOCS = HERE.parent
for folder in (HERE, HERE.parents[1], HERE.parents[1] / "rules"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

import catalogues  # noqa: E402
import commands  # noqa: E402
import files  # noqa: E402
import gallery  # noqa: E402
import messages  # noqa: E402

PAGES = gallery.WORK / "pages"
LINK = re.compile(r"\((?P<up>[./]*)reference/index\.md#(?P<id>[\w-]+)(?:/(?P<part>[\w-]+))?\)")
ROW = re.compile(r'<a id="(?P<id>[\w-]+)"></a>(?!\[)(?P<title>[^|]*?) \|')


def generated() -> dict[str, str]:
    """Path below `docs` to the content of each generated page or drawing."""
    pages = {
        "reference/commands.md": commands.page(),
        "reference/messages.md": messages.page(),
        "reference/icons.md": catalogues.icons(),
        "reference/traits.md": catalogues.trait_page(),
        "reference/library.md": catalogues.library(),
        "gallery.md": gallery.page(),
    }
    pages |= {f"reference/files/{name}.md": text for name, text in files.pages().items()}
    pages |= {
        f"reference/findings/{name}.md": text for name, text in catalogues.finding_pages().items()
    }
    return pages | {f"reference/{name}": text for name, text in catalogues.icon_files().items()}


def linked(text: str, made: dict[str, str]) -> str:
    """A written page with links to the generated pages.

    In a checkout, where those pages do not exist, the links lead to rows of `reference/index.md`.
    """

    def page(row: str) -> str:
        return next(name for name in made if name.endswith(f"/{row}.md") or name == f"{row}.md")

    def link(found: re.Match[str]) -> str:
        part = f"#{found['part']}" if found["part"] else ""
        return f"({found['up']}{page(found['id'])}{part})"

    def row(found: re.Match[str]) -> str:
        address = page(found["id"])
        inside = address.startswith("reference/")
        target = address.removeprefix("reference/") if inside else f"../{address}"
        return f"[{found['title']}]({target}) |"

    return ROW.sub(row, LINK.sub(link, text))


def main() -> None:
    """Write the folder. The pages about a game's files are also in the documentation itself."""
    files.write()
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(DOCS, PAGES, ignore=shutil.ignore_patterns(HERE.name, "__pycache__"))
    made = generated()
    for written in PAGES.rglob("*.md"):
        written.write_text(linked(written.read_text("utf-8"), made), "utf-8")
    for name, text in made.items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / name).write_text(text, "utf-8")
    for name, source in gallery.pictures().items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, PAGES / name)


if __name__ == "__main__":
    main()
