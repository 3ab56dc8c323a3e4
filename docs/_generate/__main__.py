"""Collect the site's pages in one folder: the written ones, and those made from the code.

`make docs` runs this and then builds the site from the folder.
"""

from __future__ import annotations

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


def main() -> None:
    """Write the folder."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(DOCS, PAGES, ignore=shutil.ignore_patterns(HERE.name, "__pycache__"))
    for name, text in generated().items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / name).write_text(text, "utf-8")
    for name, source in gallery.pictures().items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, PAGES / name)


if __name__ == "__main__":
    main()
