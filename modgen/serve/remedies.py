"""What the page says instead of a command or option, which its readers have no shell for."""

from __future__ import annotations

import re

REMEDIES = (
    ("`modgen icons` lists the bundled ones", "edit the value to choose one of the bundled icons"),
    ("`modgen check-data` lists them", "open that game to see them"),
    (
        r"`modgen locale \S+ (\w+)` lists them in the file",
        r"open locale/\1.yaml and choose Add missing texts",
    ),
    (r"`modgen locale \S+ (\w+)` drafts it", r"create locale/\1.yaml with New file"),
    (", for example with `smallest_detail` of `modgen merge-areas`", ""),
    ("; `modgen new FOLDER` writes one", "; begin a new game or choose another folder"),
    ("use --duplex long or short", "choose backs that are turned over an edge"),
)
"""Parts of messages, and what the page has in their place."""


def for_page(message: str) -> str:
    """A message with remedies that the page offers."""
    for pattern, remedy in REMEDIES:
        message = re.sub(pattern, remedy, message)
    return message
