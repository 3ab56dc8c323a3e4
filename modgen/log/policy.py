"""The content security policy of a page that is one file: only its own scripts, and no network."""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def checksum(code: str) -> str:
    """A source expression that allows an inline script or style sheet with this text."""
    digest = hashlib.sha256(code.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def with_policy(template: str) -> str:
    """A page's template with the policy in the place of `{{policy}}`.

    It allows the scripts and style sheets of the template, and pictures that the page contains.
    Text of a log that became an element by mistake can neither run nor load anything.
    """
    scripts = " ".join(map(checksum, SCRIPT.findall(template))) or "'none'"
    styles = " ".join(map(checksum, STYLE.findall(template))) or "'none'"
    policy = (
        f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return template.replace("{{policy}}", escape(policy))
