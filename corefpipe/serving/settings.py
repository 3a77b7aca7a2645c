"""Settings of a server, with checks."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from corefpipe.exceptions import SettingError
from corefpipe.resolver.overrides import Overrides
from corefpipe.utils.own_code import CodeFile, imported_code
from corefpipe.utils.processes import check_processes

if TYPE_CHECKING:
    from corefpipe.plain_text.docs import ReadAs


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a client may ask for; what goes beyond is refused.

    Attributes:
        max_bytes: largest body of a request.
        max_texts: most texts per request.
        max_characters: most characters per text.
        timeout: seconds in which a body must arrive, and in which its texts must then be resolved.
        queue: most texts that wait; at least `max_texts`.
        per_address: most connections of one address; half as many of its requests may arrive at once.
        max_streams: most streams that are open.
        stream_characters: most characters of a stream in all; a piece may have `max_characters`.
        stream_idle: seconds after which a stream that nobody asks for is closed.

    Raises:
        SettingError: a value outside its range.
    """

    max_bytes: int = 1_000_000
    max_texts: int = 64
    max_characters: int = 100_000
    timeout: float = 60.0
    queue: int = 256
    per_address: int = 128
    max_streams: int = 64
    stream_characters: int = 1_000_000
    stream_idle: float = 1800.0

    def __post_init__(self) -> None:
        for name in ("max_bytes", "max_texts", "max_characters", "queue", "per_address", "stream_characters"):
            _check_least(name, getattr(self, name), 1)
        _check_least("max_streams", self.max_streams, 0)
        for name in ("timeout", "stream_idle"):
            seconds = getattr(self, name)
            if not (math.isfinite(seconds) and seconds > 0):
                raise SettingError(f"{{setting}} is {seconds}", setting=name, cure="Give a number of seconds above 0")
        if self.queue < self.max_texts:
            raise SettingError(
                f"a request may have {self.max_texts} texts, but only {self.queue} may wait",
                cure="Give a longer queue or fewer max_texts",
            )

    @property
    def arriving(self) -> int:
        """Most requests of one address whose bodies may arrive at once."""
        return max(1, self.per_address // 2)


@dataclass(frozen=True, slots=True)
class Settings(Overrides):
    """The model, the processes that run it, and the limits; the settings of the model are those of `Overrides`.

    Attributes:
        model: see `load_resolver`.
        read_as: how texts are read (see `corefpipe.resolve`).
        processes: number of worker processes; each loads its own model.
        batch_size: most texts that a process resolves together.
        batch_wait: seconds that a text may wait for others to join its batch while a process is idle.
        limits: of requests.
        allowed_hosts: for which the server answers; "*" are all.
        code: what workers import first; by default the files that `import_code` has imported.

    Raises:
        SettingError: a value outside its range.
    """

    model: str = "en"
    read_as: ReadAs = "auto"
    processes: int = 1
    batch_size: int = 32
    batch_wait: float = 0.002
    limits: Limits = field(default_factory=Limits)
    allowed_hosts: tuple[str, ...] = ("*",)
    code: tuple[CodeFile, ...] = field(default_factory=imported_code)

    def __post_init__(self) -> None:
        Overrides.__post_init__(self)  # super() does not know classes with slots
        check_processes(self.processes)
        _check_least("batch_size", self.batch_size, 1)
        if not 0 <= self.batch_wait <= 1:
            raise SettingError(
                f"{{setting}} is {self.batch_wait} seconds", setting="batch_wait", cure="Give a time from 0 to 1 second"
            )


def _check_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise SettingError(f"{{setting}} is {value}", setting=name, cure=f"Give at least {least}")
