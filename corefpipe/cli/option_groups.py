"""Options that several commands have in common, as one parameter: a dataclass with a field for each option.

A field may also stand for all settings of another dataclass, which are declared elsewhere (`OptionsOf`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_args, get_type_hints

import typer

from corefpipe.cli.options import Code, OptionsOf


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command for typer in which parameters that are dataclasses are options.

    Args:
        command: a function whose parameters are as typer reads them; or annotated with a dataclass whose fields are,
            which then have defaults, or are annotated with `OptionsOf`.

    Returns:
        The command, with the fields instead of the dataclasses in its signature.
    """
    own = signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {each.name: each.annotation for each in own if is_dataclass(each.annotation)}

    @wraps(command)
    def run(**given: Any) -> None:
        made = {name: group(**_values(group, given)) for name, group in groups.items()}
        command(**given, **made)

    # keywords, because options with defaults may stand before arguments without
    shown = [
        option.replace(kind=Parameter.KEYWORD_ONLY)
        for each in own
        for option in (_options(groups[each.name]) if each.name in groups else (each,))
    ]
    run.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in shown}
    return run


def with_code(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command for typer the option `--code`, which needs no code of the command, unless it has it already."""
    own = signature(command, eval_str=True).parameters.values()
    if any(each.annotation is Code for each in own):
        return command

    @wraps(command)
    def run(code: None = None, **given: Any) -> None:
        command(**given)

    option = Parameter("code", Parameter.KEYWORD_ONLY, default=None, annotation=Code)
    shown = [*(each.replace(kind=Parameter.KEYWORD_ONLY) for each in own), option]
    run.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in shown}
    return run


def _options(group: Any) -> Iterator[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        settings = _settings_of(hints[field.name])
        if settings is None:
            yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name])
        else:
            yield from _options_of(settings)


def _options_of(settings: Any) -> Iterator[Parameter]:
    """Options without defaults for the settings of a dataclass."""
    hints = get_type_hints(settings)
    for field in fields(settings):
        (kind,) = (arm for arm in get_args(hints[field.name]) if arm is not type(None))
        kind = kind if kind in (int, float) else str  # what is no number is read by the command
        option = typer.Option(help=field.metadata["help"], metavar=field.metadata["metavar"])
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option])


def _values(group: Any, given: dict[str, Any]) -> dict[str, Any]:
    """The values of a group's fields, taken out of those that the command was given."""
    hints = get_type_hints(group, include_extras=True)
    values: dict[str, Any] = {}
    for field in fields(group):
        settings = _settings_of(hints[field.name])
        if settings is None:
            values[field.name] = given.pop(field.name)
        else:
            found = {each.name: given.pop(each.name) for each in fields(settings)}
            values[field.name] = {name: value for name, value in found.items() if value is not None}
    return values


def _settings_of(hint: Any) -> Any:
    """The dataclass of a field's `OptionsOf`; None for a field that is one option."""
    return next((extra.settings for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, OptionsOf)), None)
