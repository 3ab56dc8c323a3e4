"""Reference of error messages: every text in the code that tells a user what is wrong."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

from markdown import cell, prose, table

import modgen

HERE = Path(modgen.__file__).parent
CHECKS = {"Diagnostic", "PartDiagnostic", "_problem", "add", "error", "warn", "problem", "fail"}
"""Calls whose texts are problems in a game's files, or end a command."""
GROUPS = {
    "A game's files": ("model",),
    "Drawing, building and printing": ("draw", "compile", "sheets", "library"),
    "Modules, saves and logs": ("vassal", "log", "unpacking", "inspecting", "verify", "importing"),
    "Checking": ("rules",),
    "Commands": ("cli", "serve", "audit"),
}
"""Title of each group to the packages whose messages it has."""
SUGGESTIONS = {"did_you_mean", "hint", "closest"}
"""Calls that suggest the right spelling."""
SHORTEST = 12


def page() -> str:
    """The page of all messages, by the subject of the file that reports them."""
    lines = [
        "# Messages\n",
        "Every message about a game's files and every other error, by subject. `…` stands for a name",
        "or a number. A problem in a file begins with the file, the line and the column:",
        "`pieces.csv:4:1: …`.\n",
    ]
    for title, packages in GROUPS.items():
        lines.append(f"## {title}\n")
        for package in packages:
            folder = HERE.parent / "rules" if package == "rules" else HERE / package
            for path in sorted(folder.rglob("*.py")):
                lines += _section(path)
    return "\n".join(lines)


def _section(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    rows = sorted(set(_messages(tree, "model" in path.parts)))
    if rows:
        title = prose(ast.get_docstring(tree) or path.stem).split("\n\n")[0].rstrip(".")
        yield f"### {cell(title)}\n"
        yield table(("message", "what to do"), rows)


def _messages(tree: ast.AST, of_model: bool) -> Iterator[tuple[str, str]]:
    """The messages of a file. Python's own exceptions are for programmers, but not in the model."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = _called(node.exc)
            if name not in vars(builtins) or (of_model and name == "ValueError"):
                yield from _of_call(node.exc)
        elif isinstance(node, ast.Call) and _called(node) in CHECKS:
            yield from _of_call(node)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _of_call(call: ast.Call) -> Iterator[tuple[str, str]]:
    """The message and remedy among the arguments of a call: its first one or two sentences."""
    texts = [text for value in call.args if (text := _text(value))]
    named = {one.arg: _text(one.value) for one in call.keywords}
    message = named.get("message") or next((one for one in texts if " " in one), "")
    hint = named.get("hint") or next((one for one in texts if " " in one and one != message), "")
    if len(message) >= SHORTEST:
        yield message, hint or _remedy(message)


def _remedy(message: str) -> str:
    return message.partition("; ")[2]


def _text(node: ast.expr) -> str:
    """The text of a literal, with `…` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(one.value) if isinstance(one, ast.Constant) else "…" for one in node.values
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _text(node.left) + _text(node.right)
    if isinstance(node, ast.IfExp):
        return _text(node.body) or _text(node.orelse)
    if isinstance(node, ast.Call) and _called(node) in SUGGESTIONS:
        return "did you mean `…`?"
    return ""
