"""Parameters of commands that are groups of options."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import typer
from typer.testing import CliRunner

from corefpipe.cli.option_groups import with_option_groups


@dataclass(frozen=True)
class Size:
    """Two options."""

    width: Annotated[int, typer.Option(help="Columns.")] = 80
    tall: Annotated[bool, typer.Option("--tall", help="Many lines.")] = False


@with_option_groups
def draw(name: str, *, size: Size, colour: Annotated[str, typer.Option(help="Name of a colour.")] = "red") -> None:
    """Draw a picture."""
    typer.echo(f"{name} {size} {colour}")


def test_fields_are_options():
    assert list(signature(draw).parameters) == ["name", "width", "tall", "colour"]
    app = typer.Typer()
    app.command()(draw)
    assert CliRunner().invoke(app, ["cat"]).output == f"cat {Size()} red\n"
    given = ["cat", "--width", "3", "--tall", "--colour", "blue"]
    assert CliRunner().invoke(app, given).output == f"cat {Size(3, True)} blue\n"
    shown = CliRunner().invoke(app, ["--help"]).output
    assert "Draw a picture." in shown
    assert "Columns." in shown
    assert "default: 80" in shown
