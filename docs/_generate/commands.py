"""Reference of the commands, made from their help."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
from markdown import code, prose, table

from modgen.cli import GROUPS, cli

EXAMPLE = re.compile(r"^Examples?: (.*)$", re.MULTILINE | re.DOTALL)


def page() -> str:
    """The page of all commands."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "# Commands\n"
    yield "Every command has `--help`. A command ends with exit code 0 when all is well, 1 when it"
    yield "found something wrong in what it read (an illegal move, a problem in a game's files), and"
    yield "2 when it could not do its work. `MODGEN_DEBUG=1` shows the traceback of an unexpected error.\n"
    for group, commands in GROUPS.items():
        yield f"## {group}\n"
        for name, short in commands.items():
            context = click.Context(cli)
            command = cli.get_command(context, name)
            assert command is not None
            yield from _command(name, short, command)


def _command(name: str, short: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=f"modgen {name}")
    yield f"### modgen {name}\n"
    yield f"```text\n{' '.join(context.get_usage().split()).removeprefix('Usage: ')}\n```\n"
    text = prose(command.help or short).replace("\b\n", "")
    example = EXAMPLE.search(text)
    yield escaped(EXAMPLE.sub("", text).strip()) + "\n"
    if example:
        yield '```text title="Example"\n' + " ".join(example[1].split()) + "\n```\n"
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    yield table(("option", "meaning"), (_option(one) for one in options))


def _option(option: click.Option) -> tuple[str, str]:
    names = ", ".join(code(one) for one in (*option.opts, *option.secondary_opts))
    kind = "" if option.is_flag else f" {code(option.make_metavar(click.Context(cli)))}"
    default = option.default
    shown = (
        ""
        if option.is_flag or callable(default) or not _plain(default)
        else (f" Default: {code(default)}.")
    )
    return names + kind, (option.help or "") + shown


def _plain(value: object) -> bool:
    return isinstance(value, (str, int, float)) and value not in ("", None)


def escaped(text: str) -> str:
    """Help with the line breaks of paragraphs that begin with two spaces kept as code."""
    out = []
    for paragraph in text.split("\n\n"):
        if all(line.startswith("  ") for line in paragraph.splitlines()):
            out.append("\n".join("  " + line for line in paragraph.splitlines()))
        else:
            out.append(paragraph.replace("<", "&lt;"))
    return "\n\n".join(out)
