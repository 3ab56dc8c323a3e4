"""MkDocs hooks: add the generated pages and pictures to the site."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
for folder in (HERE, HERE.parents[1], HERE.parents[1] / "rules"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

import catalogues  # noqa: E402
import commands  # noqa: E402
import files as game_files  # noqa: E402
import gallery  # noqa: E402
import messages  # noqa: E402
from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add every generated page and picture."""
    for path, content in generated().items():
        files.append(File.generated(config, path, content=content))
    for path, source in gallery.pictures().items():
        files.append(File.generated(config, path, abs_src_path=str(source)))
    return files


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
    pages |= {f"reference/files/{name}.md": text for name, text in game_files.pages().items()}
    pages |= {
        f"reference/findings/{name}.md": text for name, text in catalogues.finding_pages().items()
    }
    return pages | {f"reference/{name}": text for name, text in catalogues.icon_files().items()}
