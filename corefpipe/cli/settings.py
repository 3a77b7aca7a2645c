"""Options for a learner, a decoder and their settings, and the list of learners and decoders at the end of the help."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Optional

import typer
from typer.core import TyperCommand

from corefpipe.exceptions import SettingError

Gamma = Annotated[
    Optional[float],  # noqa: UP045  typer reads the annotation
    typer.Option(help="Short for --set gamma=…: the temperature, 0 to 1; 0 is Max-Left-Link."),
]
Passes = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(help="Short for --set passes=…: number of passes over the training documents."),
]
L2 = Annotated[
    Optional[float],  # noqa: UP045
    typer.Option(help="Short for --set l2=…: the weight λ of the L2 penalty."),
]
Seed = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(help="Short for --set seed=…: the seed of random numbers."),
]
SHORTCUTS = ("gamma", "passes", "l2", "seed")
"""Settings with an option of their own in `corefpipe train`."""
_RANGE = re.compile(r"(\d{1,18})\.\.(\d{1,18})", re.ASCII)
_MOST = 10_000
"""Number of passes, and of values of a range, above which it is a mistake."""


class LearnerCommand(TyperCommand):
    """A command whose help ends with a list of all learners and decoders."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write one line per learner and decoder; their registry is imported only here."""
        from corefpipe.clustering.registry import DECODERS, LEARNERS

        name = max(map(len, [*LEARNERS, *DECODERS]))
        with formatter.section("Learners, each with its default decoder"):
            for learner, entry in LEARNERS.items():
                formatter.write(f"  {learner:{name}}  {entry.decoder:{name}}  {entry.summary}\n")
        with formatter.section("Decoders"):
            for decoder, entry in DECODERS.items():
                formatter.write(f"  {decoder:{name}}  {entry.summary}\n")


def read_settings(given: Iterable[str], **shortcuts: Any) -> dict[str, Any]:
    """The settings of `--set`, and of the options that are short for one; None means not given.

    Raises:
        SettingError: text that is not NAME=VALUE; a name that is given twice.
    """
    settings = {name: value for name, value in shortcuts.items() if value is not None}
    for name, text in _assigned("--set", given):
        if name in settings:
            raise SettingError(f"{name} is given twice", cure="Give it once")
        settings[name] = _scalar(text)
    return settings


def read_grid(given: Iterable[str], passes: str | None = None) -> dict[str, list[Any]]:
    """Setting -> values of `--grid` and `--passes`.

    Raises:
        SettingError: text that is not NAME=VALUE,VALUE…; a name that is given twice; wrong numbers of passes.
    """
    grid: dict[str, list[Any]] = {}
    for name, text in _assigned("--grid", given):
        if name in grid:
            raise SettingError(f"{name} is given twice", cure=f"Give all values at once: --grid {name}=VALUE,VALUE")
        values = text.split(",")
        if "" in values:
            raise SettingError(f"--grid {name}={text} has an empty value", cure=f"Write --grid {name}=0,0.5,1")
        grid[name] = [scalar for value in values for scalar in _range(f"--grid {name}={text}", value)]
    if passes is not None:
        grid["passes"] = [*grid.get("passes", []), *_numbers_of_passes(passes)]
    return grid


def options_of(settings: Mapping[str, Any]) -> list[str]:
    """Settings as options of `corefpipe train`."""
    options = []
    for name, value in settings.items():
        options += [f"--{name}", _as_text(value)] if name in SHORTCUTS else ["--set", assignment(name, value)]
    return options


def assignment(name: str, value: Any) -> str:
    """A setting as `--set` takes it, NAME=VALUE."""
    return f"{name}={_as_text(value)}"


def _as_text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _numbers_of_passes(text: str) -> list[int]:
    """The numbers that `5`, `1..10` or `1,3,5` stands for, ascending."""
    found: set[int] = set()
    for part in text.split(","):
        for number in _range(f"--passes {text}", part):
            if type(number) is not int or not 1 <= number <= _MOST:
                raise SettingError(
                    f"--passes {text}: {part!r} is not a number of passes", cure="Write 5, 1..10 or 1,3,5"
                )
            found.add(number)
    return sorted(found)


def _range(option: str, text: str) -> list[Any]:
    """The whole numbers that `1..4` stands for, or the one value that the text is.

    Raises:
        SettingError: a range that goes down, or of too many numbers.
    """
    between = _RANGE.fullmatch(text)
    if not between:
        return [_scalar(text)]
    first, last = map(int, between.groups())
    if not first <= last < first + _MOST:
        raise SettingError(
            f"{option}: {text} is no range", cure=f"Write N..M, from the lower to the higher, at most {_MOST} numbers"
        )
    return list(range(first, last + 1))


def _assigned(option: str, given: Iterable[str]) -> Iterable[tuple[str, str]]:
    for item in given:
        name, equals, value = item.partition("=")
        if not (name and equals and value):
            raise SettingError(f"{option} {item} has no value", cure=f"Write {option} NAME=VALUE")
        yield name.replace("-", "_"), value


def _scalar(text: str) -> Any:
    """A boolean for `true` and `false`, else an int or float if it is a number, else a string."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
