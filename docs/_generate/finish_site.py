"""Make the built site independent of the network, and check it: no missing file or page."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml
from lxml import html

ROOT = Path(__file__).parents[2]
SITE = ROOT / "output" / "site"
PAGES = ROOT / "output" / "documentation" / "pages"
LOADED = {"img": "src", "script": "src", "link": "href", "source": "src"}
SHIM = "https://unpkg.com/iframe-worker/shim"
"""What lets the search work without a server; `docs/worker.js` does the same without a network."""


def use_own_worker() -> None:
    """Let every page load our own script instead of the shim."""
    for page in SITE.rglob("*.html"):
        text = page.read_text("utf-8")
        if SHIM in text:
            above = "../" * (len(page.relative_to(SITE).parts) - 1)
            page.write_text(text.replace(SHIM, f"{above}worker.js"), "utf-8")


def problems() -> list[str]:
    """What is wrong with the site, a line each."""
    found = []
    for page in sorted(SITE.rglob("*.html")):
        where = page.relative_to(SITE)
        if where.parts[0] == "gallery" or where.name == "404.html":
            continue  # reports and replays are complete in themselves
        tree = html.parse(str(page)).getroot()
        for element in tree.iter("a", *LOADED):
            address = element.get(LOADED.get(element.tag, "href")) or ""
            parts = urlsplit(address)
            if parts.scheme in ("http", "https") or address.startswith("//"):
                if element.tag in LOADED and element.get("rel") != "canonical":
                    found.append(f"{where}: {address} is loaded from the network")
            elif parts.path and not parts.scheme:
                target = (page.parent / unquote(parts.path)).resolve()
                if not target.exists():
                    found.append(f"{where}: there is no {address}")
    return found + _outside_navigation()


def _outside_navigation() -> list[str]:
    """Pages that the navigation lacks, and entries without a page."""
    listed: set[str] = set()
    pending: list[object] = [yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            listed.add(value)
        elif isinstance(value, dict):
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    pages = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*.md")}
    return [
        *(f"mkdocs.yml: the navigation lacks {name}" for name in sorted(pages - listed)),
        *(f"mkdocs.yml: there is no page {name}" for name in sorted(listed - pages)),
    ]


if __name__ == "__main__":
    use_own_worker()
    lines = problems()
    for line in lines:
        print(line, file=sys.stderr)
    sys.exit(1 if lines else 0)
