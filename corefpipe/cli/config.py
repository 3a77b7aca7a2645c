"""`--config FILE`: read the options of a command from a TOML file."""

from __future__ import annotations

from os.path import normpath
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from corefpipe.cli.settings import assignment
from corefpipe.exceptions import SettingError, valid_names
from corefpipe.utils.paths import as_path, is_url
from corefpipe.utils.toml import from_toml, read_toml

_SEVERAL = frozenset(("paths", "dev", "partial", "sparse", "unseen", "dev_given", "code"))
"""Options with lists of paths."""
_PATHS = _SEVERAL | {"out"}


def _use(context: typer.Context, file: Path | None) -> Path | None:
    """Use the values in a file as the defaults of the command's options; the command line overrides them."""
    if file is None or context.resilient_parsing:
        return file
    try:
        values = from_toml(read_toml(file))
    except OSError as error:
        raise SettingError(f"it cannot be read ({error.strerror})", cure="Check the path", file=str(file)) from None
    except ValueError as error:
        raise SettingError(f"not a TOML file: {error}", cure="See --config in the help", file=str(file)) from None
    options = {str(parameter.name) for parameter in context.command.params} - {"config"}
    defaults: dict[str, Any] = {}
    for key, value in values.items():
        name = "settings" if key == "set" else key.replace("-", "_")
        if name not in options:
            known = sorted("set" if option == "settings" else option for option in options)
            raise SettingError(f"unknown option '{key}'", cure=valid_names(key, known), file=str(file))
        defaults[name] = _assignments(value, file) if key == "set" else _value(name, value, file)
    context.default_map = {**(context.default_map or {}), **defaults}
    return file


def _assignments(table: Any, file: Path) -> list[str]:
    """The table [set] as values of `--set`."""
    if not isinstance(table, dict):
        raise SettingError("'set' is not a table", cure="Write [set], then lines NAME = VALUE", file=str(file))
    return [assignment(name, value) for name, value in table.items()]


def _value(name: str, value: Any, file: Path) -> Any:
    """A value as the option takes it; paths become relative to the current folder instead of the file."""
    if (name in _SEVERAL) != isinstance(value, list):
        cure = 'Write a list, ["…"]' if name in _SEVERAL else "Write one value, not a list"
        raise SettingError(f"'{name}' is {value!r}", cure=cure, file=str(file))
    if name in _SEVERAL:
        return [_placed(str(path), file) for path in value]
    return normpath(file.parent / str(value)) if name in _PATHS else value


def _placed(path: str, file: Path) -> str:
    return path if is_url(as_path(path)) else normpath(file.parent / path)


Config = Annotated[
    Optional[Path],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="FILE",
        callback=_use,
        is_eager=True,
        help='A TOML file with options: paths = ["…"], dev = ["…"], min_count = 20, and a table [set]. Paths are '
        "relative to the file. Options on the command line override it.",
    ),
]
