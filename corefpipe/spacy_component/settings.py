"""The settings of the component: checked when they are set, used from the next Doc on, and saved with the pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from corefpipe.chains.layout import Layout, check_layout
from corefpipe.exceptions import SettingError
from corefpipe.resolver.overrides import Overrides

if TYPE_CHECKING:
    from typing import Protocol

    class HasSettings(Protocol):
        """What settings belong to."""

        settings: Settings


Value = TypeVar("Value")
SPANS = "spans:"
"""What stands before the key of `doc.spans` in the setting `mentions`."""


@dataclass(slots=True, frozen=True, kw_only=True)
class Settings(Overrides):
    """The settings of the component, as the arguments of `CorefComponent` of these names.

    Raises:
        SettingError: a value outside its range or of the wrong type, or two that exclude each other.
    """

    mentions: str = "predicted"
    layout: Layout = "spans"
    overwrite: bool = True

    def __post_init__(self) -> None:
        Overrides.__post_init__(self)  # super() does not know classes with slots
        if self.constraints is not None:  # a list, as configs and JSON have it
            object.__setattr__(self, "constraints", list(self.constraints))
        check_layout(self.layout)
        key = isinstance(self.mentions, str) and self.mentions.startswith(SPANS) and self.mentions != SPANS
        if self.mentions not in ("predicted", "ents") and not key:
            raise SettingError(
                f"unknown mentions {self.mentions!r}",
                cure='Valid are "predicted", "ents", and "spans:KEY" for the spans in doc.spans["KEY"]',
            )
        if not isinstance(self.overwrite, bool):
            raise SettingError(f"overwrite is {self.overwrite!r}", cure="It must be True or False")

    def to_dict(self) -> dict[str, Any]:
        """The settings by name, of plain types."""
        return asdict(self)

    def restored(self, configured: Mapping[str, Any], last: Mapping[str, Any]) -> Settings:
        """These settings of a config, with those that a saved component had last.

        A setting that the config has changed since is kept: it is neither the default nor what it was on saving.

        Args:
            configured: what the saved component was made with.
            last: what it had when it was saved.

        Raises:
            SettingError: unknown settings, or values outside their ranges.
        """
        defaults = Settings()
        changed = {
            field.name
            for field in fields(self)
            if getattr(self, field.name) not in (getattr(defaults, field.name), configured.get(field.name))
        }
        if changed & _EXCLUSIVE:
            changed |= _EXCLUSIVE
        unknown = set(last) - {field.name for field in fields(self)}
        if unknown:
            raise SettingError(f"unknown settings {', '.join(sorted(unknown))}", cure="Save the pipeline again")
        return replace(self, **{name: value for name, value in last.items() if name not in changed})


_EXCLUSIVE = {"min_probability", "threshold"}


class Setting(Generic[Value]):
    """One of the settings, as an attribute of the component.

    Args:
        doc: what it is, for `help`.
    """

    def __init__(self, doc: str):
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, component: None, owner: type) -> Setting[Value]: ...
    @overload
    def __get__(self, component: HasSettings, owner: type) -> Value: ...
    def __get__(self, component: HasSettings | None, owner: type) -> Setting[Value] | Value:
        """The value that the component uses."""
        if component is None:
            return self
        value: Value = getattr(component.settings, self.name)
        return value

    def __set__(self, component: HasSettings, value: Value) -> None:
        """Check a value, together with the other settings, and use it from the next Doc on.

        Raises:
            SettingError: it is outside its range or of the wrong type, or excludes another setting.
        """
        changed: dict[str, Any] = {self.name: value}
        component.settings = replace(component.settings, **changed)
