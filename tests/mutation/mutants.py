"""Small mistakes put into Python source: one constant, comparison, condition or member each."""

from __future__ import annotations

import ast
import copy
from typing import NamedTuple

from tests.mutation.removals import removals, replace, without

SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COLLECTIONS = (ast.Tuple, ast.Set, ast.List)
MEMBERS = 2
"""Collections of at least this number of constants lose one member at a time."""


class Place(NamedTuple):
    """A node to change, and the number of the change of those that the node allows."""

    number: int
    change: int
    words: str
    line: int
    column: int
    removal: bool = False
    """Whether a part is taken out (`removals.py`)."""


def places(tree: ast.Module, taken_out: bool = False) -> list[Place]:
    """Every change of every node, but those of docstrings, annotations and imports.

    `taken_out`: instead of small changes, every part that can be taken out.
    """
    found = []
    skipped = _skipped(tree)
    bodies = [tree, *(one for one in ast.walk(tree) if isinstance(one, ast.ClassDef))]
    outer = {id(one) for body in bodies for one in body.body}
    for number, node in enumerate(ast.walk(tree)):
        if number in skipped:
            continue
        changes = removals(node, id(node) in outer) if taken_out else _changes(node)
        for change, words in enumerate(changes):
            at = node.ifs[change] if isinstance(node, ast.comprehension) else node
            line, column = getattr(at, "lineno", 0), getattr(at, "col_offset", 0)
            found.append(Place(number, change, words, line, column, taken_out))
    return sorted(found, key=lambda place: (place.line, place.column, place.change))


def with_mistake(tree: ast.Module, place: Place) -> ast.Module:
    """A copy of the tree with one mistake."""
    changed = copy.deepcopy(tree)
    node = next(node for n, node in enumerate(ast.walk(changed)) if n == place.number)
    if place.removal:
        replace(changed, node, without(node, place.change))
    else:
        _make(node, place.change)
    return ast.fix_missing_locations(changed)


def _skipped(tree: ast.Module) -> set[int]:
    """Numbers of the nodes in annotations and `__all__`."""
    hidden: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            parts = [node.returns]
        elif isinstance(node, (ast.arg, ast.AnnAssign)):
            parts = [node.annotation]
        for part in parts:
            hidden |= {id(one) for one in ast.walk(part)} if part is not None else set()
    return {n for n, node in enumerate(ast.walk(tree)) if id(node) in hidden}


def _changes(node: ast.AST) -> list[str]:
    """The changes that a node allows, in words."""
    match node:
        case ast.Constant(value=bool() as value):
            return [f"{value} becomes {not value}"]
        case ast.Constant(value=int() | float() as number):
            return [f"{number} becomes {number + 1}", f"{number} becomes {number - 1}"]
        case ast.Compare(ops=[operator]) if type(operator) in SWAPPED:
            old, new = type(operator).__name__, SWAPPED[type(operator)].__name__
            return [f"{old} becomes {new}"]
        case ast.BoolOp(op=ast.And(), values=values):
            return ["`and` becomes `or`", *(f"drops condition {n + 1}" for n in range(len(values)))]
        case ast.BoolOp(op=ast.Or(), values=values):
            return ["`or` becomes `and`", *(f"drops condition {n + 1}" for n in range(len(values)))]
        case ast.If() | ast.IfExp() | ast.While():
            return ["the condition is negated"]
        case ast.comprehension(ifs=conditions) if conditions:
            return [f"drops the filter {n + 1}" for n in range(len(conditions))]
        case (
            ast.Tuple(ctx=ast.Load(), elts=members)
            | ast.Set(elts=members)
            | ast.List(ctx=ast.Load(), elts=members)
        ) if len(members) >= MEMBERS and all(isinstance(one, ast.Constant) for one in members):
            return [f"drops the member {ast.unparse(one)}" for one in members]
        case ast.BinOp(op=ast.Add()):
            return ["+ becomes -"]
        case ast.BinOp(op=ast.Sub()):
            return ["- becomes +"]
    return []


def _make(node: ast.AST, change: int) -> None:
    """Do one of the changes that a node allows."""
    match node:
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() | float() as number):
            node.value = number + 1 if change == 0 else number - 1
        case ast.Compare():
            node.ops = [SWAPPED[type(node.ops[0])]()]
        case ast.BoolOp():
            if change == 0:
                node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            else:
                del node.values[change - 1]
                if len(node.values) == 1:
                    node.op, node.values = ast.And(), [ast.Constant(True), *node.values]
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.comprehension():
            del node.ifs[change]
        case ast.Tuple() | ast.Set() | ast.List():
            del node.elts[change]
        case ast.BinOp():
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
