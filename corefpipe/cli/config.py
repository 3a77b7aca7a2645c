"""`--config FILE`: the options of a command from a TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Optional

import click
import typer

from corefpipe.errors import SettingError


def _use(context: typer.Context, file: Path | None) -> Path | None:
    """Make a file's values the defaults of the command's options; those of the command line go before them."""
    if file is None or context.resilient_parsing:
        return file
    try:
        values = tomllib.loads(file.read_text("utf8"))
    except OSError as error:
        raise SettingError(f"no such file ({error.strerror})", cure="Check the path", file=str(file)) from None
    except ValueError as error:
        raise SettingError(f"no TOML: {error}", cure="See the help of --config", file=str(file)) from None
    options = {parameter.name: parameter for parameter in context.command.params if parameter.name != "config"}
    defaults: dict[str, Any] = {}
    for key, value in values.items():
        name = "settings" if key == "set" else key.replace("-", "_")
        if name not in options:
            known = ", ".join(sorted("set" if name == "settings" else str(name) for name in options))
            raise SettingError(f"unknown option '{key}'", cure=f"Valid are {known}", file=str(file))
        defaults[name] = _value(options[name], key, value, file)
    context.default_map = {**(context.default_map or {}), **defaults}
    return file


def _value(option: click.Parameter, key: str, value: Any, file: Path) -> Any:
    if key == "set":
        if not isinstance(value, dict):
            raise SettingError(
                "'set' is no table", cure="Write [set], and a line NAME = VALUE for each", file=str(file)
            )
        return [f"{name}={str(one).lower() if isinstance(one, bool) else one}" for name, one in value.items()]
    several = option.multiple or option.nargs == -1
    if several != isinstance(value, list):
        cure = 'Write a list: ["…"]' if several else "Write one value, not a list"
        raise SettingError(f"'{key}' is {value!r}", cure=cure, file=str(file))
    if isinstance(option.type, click.Path):  # from the folder of the file, wherever the command runs
        return [str(file.parent / one) for one in value] if several else str(file.parent / value)
    return value


Config = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="FILE",
        callback=_use,
        is_eager=True,
        help='A TOML file of options by name: paths, dev = ["…"], min_count = 20, and a table [set]. Paths in it are '
        "relative to it. Options of the command line go before it.",
    ),
]
