"""Parts taken out of Python source: a function, a branch, a statement, a condition, a limit.

What can be taken out without any test noticing it is not needed, or not tested.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

WITHOUT = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.Delete)
"""Statements that are taken out as a whole."""
FAR = 10**6
"""A limit, window or price that nothing reaches."""
ANSWERS: dict[str, tuple[object, ...]] = {
    "bool": (False, True),
    "int": (0,),
    "float": (0.0,),
    "str": ("",),
    "None": (None,),
    "list": ([],),
    "tuple": ((),),
    "Sequence": ((),),
    "Iterable": ((),),
    "Iterator": ((),),
    "dict": ({},),
    "Mapping": ({},),
    "set": ((),),
    "frozenset": ((),),
}
"""What a function of each type answers instead of what it does; one of `X | None` answers None."""


class Effect(NamedTuple):
    """How many lines go with a part, and the lines of which one runs wherever the part matters."""

    size: int
    first: int
    last: int


def removals(node: ast.AST, top: bool) -> list[str]:
    """What can be taken out of a node, in words; `top`: it is a module's or a class's statement."""
    match node:
        case ast.FunctionDef() if not _is_stub(node):
            return [f"always answers {one!r}" for one in _answers(node)]
        case ast.If() | ast.IfExp():
            return ["the branch is taken out", "the branch is always taken"]
        case ast.BoolOp(values=values):
            return [f"condition {n + 1} is taken out" for n in range(len(values))]
        case ast.comprehension(ifs=conditions):
            return [f"filter {n + 1} is taken out" for n in range(len(conditions))]
        case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Add() | ast.Sub()):
            return ["the right side is taken out"]
        case ast.Assign(value=ast.Constant(value=int() | float() as number)) if top:
            return [f"becomes {one}" for one in (0, FAR) if one != number]
        case ast.Expr(value=ast.Constant()):
            return []
        case _ if isinstance(node, WITHOUT) and not top:
            return ["the statement is taken out"]
    return []


def without(node: ast.AST, change: int) -> ast.AST:
    """A node without one of its parts."""
    match node:
        case ast.FunctionDef():
            nothing = ast.Return(ast.parse(repr(_answers(node)[change]), mode="eval").body)
            # What is never reached keeps a generator one, and the names of the outer function.
            node.body = [nothing, *node.body]
        case ast.If() | ast.IfExp():
            node.test = ast.Constant(change == 1)
        case ast.BoolOp(values=values):
            del values[change]
            return values[0] if len(values) == 1 else node
        case ast.comprehension():
            del node.ifs[change]
        case ast.BinOp():
            return node.left
        case ast.Assign(value=ast.Constant(value=number)):
            node.value = ast.Constant([one for one in (0, FAR) if one != number][change])
        case ast.stmt():
            # A statement that is never reached keeps its names local, its function a generator.
            return ast.If(ast.Constant(False), [node], [])
    return node


def effect(node: ast.AST, change: int) -> Effect:
    """What goes with a part of a node, and where it matters."""
    match node:
        case ast.FunctionDef(body=body):
            begin = body[1] if ast.get_docstring(node) and len(body) > 1 else body[0]
            return Effect(_size(node), *_own_lines(begin))
        case ast.If(body=body, orelse=other) if change == 0 or other:
            kept, gone = (other, body) if change == 0 else (body, other)
            size = _size(node) - sum(map(_size, kept)) if kept else _size(node)
            return Effect(size, *_own_lines(gone[0]))
        case ast.For(body=body):
            return Effect(_size(node), *_own_lines(body[0]))
        case ast.If():
            return Effect(1, *_own_lines(node))
        case ast.BoolOp(values=values):
            return Effect(_size(values[change]), *_own_lines(node))
        case ast.BinOp(right=right):
            return Effect(_size(right), *_own_lines(node))
        case ast.comprehension(ifs=conditions):
            return Effect(_size(conditions[change]), *_own_lines(conditions[change]))
    return Effect(_size(node), *_own_lines(node))


def _size(node: ast.AST) -> int:
    return node.end_lineno - node.lineno + 1  # type: ignore[attr-defined, no-any-return]


def _own_lines(node: ast.AST) -> tuple[int, int]:
    """The lines of a node without those of the statements in it."""
    first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
    body = getattr(node, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
        last = max(first, body[0].lineno - 1)
    return first, last


def _answers(node: ast.FunctionDef) -> tuple[object, ...]:
    """What a function can answer instead; nothing if its type has no such value."""
    words = ast.unparse(node.returns) if node.returns else ""
    if words.endswith("| None"):
        return (None,)
    return ANSWERS.get(words.partition("[")[0], ())


def _is_stub(node: ast.FunctionDef) -> bool:
    """Whether a function has nothing but a docstring."""
    return len(node.body) == 1 and isinstance(node.body[0], ast.Expr)


def replace(tree: ast.AST, node: ast.AST, new: ast.AST) -> None:
    """Put a node into the place of another."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if one is node else one for one in value]
