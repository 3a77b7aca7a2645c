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
    for heading, certain in (("Constraints:", True), ("\nEvidence, which models weigh (the feature `rule`):", False)):
        typer.echo(heading)
        for name, one in CONSTRAINTS.items():
            if one.is_certain == certain:
                typer.echo(f"  {name:<{width}}  {one.summary}")
