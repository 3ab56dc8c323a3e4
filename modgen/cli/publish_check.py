"""`modgen publish-check`: whether a module is ready for VASSAL's game library."""

from __future__ import annotations

import json
from pathlib import Path

import click

from modgen.cli.common import FILE, echo_lines, module_errors, read_module_or_stop


@click.command("publish-check")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def publish_check(file: Path, as_json: bool) -> None:
    """Check what VASSAL's game library requires of a module, and what players notice first.

    The library refuses a file without metadata, with a version that is not a semantic version such
    as 1.0.0, or with a name that it cannot keep. The engine that the module requires is read from
    its metadata.

    Exit code: 0 if nothing prevents an upload, 1 if something does, 2 if FILE is not a module.

    Example: modgen publish-check output/junta-coup/junta-coup-1.0.vmod
    """
    from modgen.inspecting import report
    from modgen.inspecting.publishing import QUESTIONS, lines, obstacles

    module = read_module_or_stop(file)
    with module_errors():
        contents = report.inspect(module, file)
    found = list(obstacles(file.name, file.stat().st_size, contents))
    if as_json:
        data = {
            "file": file.name,
            "version": contents.version,
            "engine": contents.engine,
            "obstacles": [each._asdict() for each in found],
            "questions": QUESTIONS,
        }
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        engine = contents.engine or "unknown"
        echo_lines([f"{contents.name} {contents.version}, made with VASSAL {engine}"])
        echo_lines(lines(found))
        if not found:
            click.echo("Nothing prevents an upload. Only you can answer these questions:")
            for question in QUESTIONS:
                click.echo(f"- {question}")
    raise click.exceptions.Exit(1 if found else 0)
