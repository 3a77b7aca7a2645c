"""`corefpipe constraints`: list the hard constraints."""

from __future__ import annotations

import typer


def constraints() -> None:
    """List the hard constraints: pairs of mentions that must, or must not, corefer. They override the scores.

    \b
    Examples:
      corefpipe constraints
      corefpipe resolve novel.txt --constraints genders,numbers,speakers
      corefpipe resolve novel.txt --constraints none
    """
    from corefpipe.resolver.constraints.registry import CONSTRAINTS

    width = max(map(len, CONSTRAINTS))
    for name, one in CONSTRAINTS.items():
        typer.echo(f"{name:<{width}}  {one.summary}")
