"""Options of `corefpipe resolve` for texts that are resolved part by part."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from corefpipe.exceptions import SettingError
from corefpipe.utils.paths import as_path

ALL = "all"
"""The value of `--window` and `--revise` for everything."""


@dataclass(frozen=True, slots=True)
class StreamOptions:
    """Options of texts that are resolved part by part."""

    follow: Annotated[
        bool, typer.Option("--follow", help="Resolve each line when it comes; print JSON lines of what it changes.")
    ] = False
    stream: Annotated[
        bool, typer.Option("--stream", help="Resolve plain texts of any length in parts, each with those before it.")
    ] = False
    window: Annotated[
        Optional[str],  # noqa: UP045  typer reads the annotation
        typer.Option(
            metavar="N|all",
            help="Number of words before a line or part that are compared with it mention by mention; of those before, "
            "names and nouns are known. Only with --follow or --stream. [default: 1000]",
        ),
    ] = None
    revise: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option(
            metavar="N|all",
            help="Number of sentences at the end that are resolved again with what follows. Only with --follow or "
            "--stream. [default: 0]",
        ),
    ] = None
    state: Annotated[
        Optional[Path],  # noqa: UP045
        typer.Option(
            metavar="FILE",
            parser=as_path,
            help="Keep the state in FILE and, if it is there, go on from it. Only with --follow.",
        ),
    ] = None
    speakers: Annotated[
        bool,
        typer.Option(
            "--speakers",
            help='The lines begin with the names of their speakers, such as "Ann: Yes" or "[12:03] <ann> yes"; others '
            "go on with the speaker before. Only with --follow.",
        ),
    ] = False

    @property
    def given(self) -> bool:
        """Whether a text is resolved part by part.

        Raises:
            SettingError: options that exclude or need each other.
        """
        if self.follow and self.stream:
            raise SettingError("both --follow and --stream are given", cure="Give one of them")
        for name, value, needed in (
            ("--state", self.state, self.follow),
            ("--speakers", self.speakers, self.follow),
            ("--window", self.window, self.follow or self.stream),
            ("--revise", self.revise, self.follow or self.stream),
        ):
            if value and not needed:
                raise SettingError(f"{name} is for texts that grow", cure="Add --follow, or leave it out")
        return self.follow or self.stream

    def extents(self) -> dict[str, Any]:
        """`window` and `revise` as `Stream` takes them, as far as they are given."""
        values = (("window", self.window), ("revise", self.revise))
        return {name: _extent(name, value) for name, value in values if value is not None}


def _extent(name: str, value: str) -> int | None:
    if value == ALL:
        return None
    if not value.isdecimal():
        raise SettingError(f"--{name} is {value!r}", cure=f"Give a number from 0, or {ALL}")
    return int(value)
