"""What the commands that train share: options for learners, decoders and their settings, and the list of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Annotated, Any, Optional

import typer
from typer.core import TyperCommand

from corefpipe.errors import SettingError

LearnerName = Annotated[str, typer.Option(metavar="NAME", help="What learns; see below.")]
DecoderName = Annotated[
    Optional[str],  # noqa: UP045  typer reads the annotation
    typer.Option(metavar="NAME", help="What clusters; see below. [default: the one that goes with the learner]"),
]
Settings = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A setting of learner or decoder; of both, if both have it. Can be given again; a wrong NAME tells which "
        "there are.",
    ),
]
SHORTCUTS = ("gamma", "passes", "l2", "seed")
"""Settings with an option of their own in `corefpipe train`."""
_RANGE = re.compile(r"(\d+)\.\.(\d+)", re.ASCII)


class LearnerCommand(TyperCommand):
    """A command whose help ends with the learners and decoders that there are."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """One line each, from the registry, which other commands need not wait for."""
        from corefpipe.clustering.registry import DECODERS, LEARNERS

        name = max(map(len, [*LEARNERS, *DECODERS]))
        with formatter.section("Learners, the decoders that go with them"):
            for learner, entry in LEARNERS.items():
                formatter.write(f"  {learner:{name}}  {entry.decoder:{name}}  {entry.summary}\n")
        with formatter.section("Decoders"):
            for decoder, entry in DECODERS.items():
                formatter.write(f"  {decoder:{name}}  {entry.summary}\n")


def read_settings(given: Iterable[str], **shortcuts: Any) -> dict[str, Any]:
    """The settings of `--set` and of the options that are shortcuts; those of None were not given.

    Raises:
        SettingError: what is no NAME=VALUE; a name twice.
    """
    settings = {name: value for name, value in shortcuts.items() if value is not None}
    for name, text in _assigned("--set", given):
        if name in settings:
            raise SettingError(f"{name} is given twice", cure="Once is enough")
        settings[name] = _scalar(text)
    return settings


def read_grid(given: Iterable[str]) -> dict[str, list[Any]]:
    """The values of each `--grid`.

    Raises:
        SettingError: what is no NAME=VALUE,VALUE…; a name twice.
    """
    grid: dict[str, list[Any]] = {}
    for name, text in _assigned("--grid", given):
        if name in grid:
            raise SettingError(f"{name} is given twice", cure=f"Give all values at once: --grid {name}=VALUE,VALUE")
        values = text.split(",")
        if "" in values:
            raise SettingError(f"--grid {name}={text} lacks a value", cure=f"Such as --grid {name}=0,0.5,1")
        grid[name] = [_scalar(value) for value in values]
    return grid


def read_passes(text: str) -> list[int]:
    """The numbers of passes of `--passes`, ascending: 5, 1..10, 1,3,5.

    Raises:
        SettingError: something else.
    """
    found: set[int] = set()
    for part in text.split(","):
        between = _RANGE.fullmatch(part)
        first, last = between.groups() if between else (part, part)
        if not (first.isdecimal() and 1 <= int(first) <= int(last) <= 10_000):
            raise SettingError(f"--passes {text}: {part!r} is no number of passes", cure="Such as 5, 1..10 or 1,3,5")
        found.update(range(int(first), int(last) + 1))
    return sorted(found)


def options_of(settings: dict[str, Any]) -> list[str]:
    """The options of `corefpipe train` that give settings."""
    options = []
    for name, value in settings.items():
        text = json.dumps(value) if isinstance(value, bool) else str(value)
        options += [f"--{name}", text] if name in SHORTCUTS else ["--set", f"{name}={text}"]
    return options


def _assigned(option: str, given: Iterable[str]) -> Iterable[tuple[str, str]]:
    for item in given:
        name, equals, value = item.partition("=")
        if not (name and equals and value):
            raise SettingError(f"{option} {item} sets nothing", cure=f"Such as {option} gamma=0.5")
        yield name.replace("-", "_"), value


def _scalar(text: str) -> Any:
    """Bools as true and false, whole numbers, numbers; anything else is a string."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
