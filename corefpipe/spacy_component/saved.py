"""What a saved pipeline keeps of the component: the model and the settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import srsly

from corefpipe.exceptions import ModelError
from corefpipe.resolver.model import Resolver

_MODEL, _SETTINGS = "model", "settings.json"


@dataclass(slots=True, frozen=True)
class Saved:
    """A saved component.

    Attributes:
        model: the model, without the settings of the component.
        settings: the model's name, and the settings that the component was made with and had last.
    """

    model: Resolver
    settings: dict[str, Any]

    def to_disk(self, path: Path) -> None:
        """Write it to a folder; an older one is replaced."""
        self.model.to_disk(path / _MODEL, overwrite=True)
        srsly.write_json(path / _SETTINGS, self.settings)

    @classmethod
    def from_disk(cls, path: Path) -> Self:
        """Read it from a folder.

        Raises:
            ModelError: the folder has no model, or settings that cannot be read.
        """
        model = Resolver.from_disk(path / _MODEL)
        try:
            settings = srsly.read_json(path / _SETTINGS)
        except (OSError, ValueError) as error:
            raise ModelError(
                f"the component's settings cannot be read: {error}",
                cure="Save the pipeline again with nlp.to_disk",
                file=str(path / _SETTINGS),
            ) from error
        return cls(model, settings)

    def to_bytes(self) -> bytes:
        """It as bytes."""
        return srsly.msgpack_dumps({"model": self.model.to_bytes(), "settings": self.settings})

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read it from bytes.

        Raises:
            ModelError: not the bytes of this component.
        """
        try:
            parts = srsly.msgpack_loads(data)
            model, settings = parts["model"], parts["settings"]
        except (ValueError, LookupError, TypeError) as error:
            raise ModelError(
                "not the bytes of this component", cure="Give what its to_bytes, or nlp.to_bytes, returned"
            ) from error
        return cls(Resolver.from_bytes(model), settings)
