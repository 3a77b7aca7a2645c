"""The command `corefpipe` without one of its commands: `help`, and hints to those who leave the command out."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from corefpipe.exceptions import printable


class Commands(TyperGroup):
    """The group of all commands. `help COMMAND` is the same as `COMMAND --help`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command in the first of the arguments."""
        first, *others = args
        if first == "help" and others:
            return super().resolve_command(ctx, [*others, "--help"])
        if first == "help":
            print(ctx.get_help())
            ctx.exit()
        hint = _hint(first, args)
        if hint and self.get_command(ctx, first) is None:
            ctx.fail(f"No such command '{printable(first)}'. {printable(hint)}")
        return super().resolve_command(ctx, args)


def _hint(first: str, args: list[str]) -> str:
    """A hint for a command line that does not begin with a command; "" if its first word looks like a command."""
    if first == "version":
        return "Did you mean --version?"
    if " " in first and not Path(first).exists():
        return f"To resolve a text: corefpipe resolve --text {shlex.quote(first)}"
    if Path(first).suffix or Path(first).exists():
        return f"To resolve a file: corefpipe resolve {shlex.join(args)}"
    return ""
