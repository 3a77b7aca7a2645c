"""Options that several commands have in common, as one parameter: a dataclass with a field for each option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, get_type_hints

from corefpipe.cli.options import Code


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command for typer in which parameters that are dataclasses are options.

    Args:
        command: a function whose parameters are as typer reads them; or annotated with a dataclass whose fields are,
            which then have defaults.

    Returns:
        The command, with the fields instead of the dataclasses in its signature.
    """
    own = signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {each.name: each.annotation for each in own if is_dataclass(each.annotation)}

    @wraps(command)
    def run(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
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
        yield Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name])
