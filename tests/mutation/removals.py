"""Parts taken out of Python source: a branch, a statement, a condition, a limit.

What can be taken out without any test noticing it is not needed, or not tested.
"""

from __future__ import annotations

import ast

WITHOUT = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.Delete)
"""Statements that are taken out as a whole."""
FAR = 10**6
"""A limit, window or price that nothing reaches."""


def removals(node: ast.AST, top: bool) -> list[str]:
    """What can be taken out of a node, in words; `top`: it is a module's or a class's statement."""
    match node:
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


def replace(tree: ast.AST, node: ast.AST, new: ast.AST) -> None:
    """Put a node into the place of another."""
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if one is node else one for one in value]
