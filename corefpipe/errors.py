"""The exceptions and the warning of corefpipe. Each says what was wrong, where, and how to fix it."""

from __future__ import annotations

from collections.abc import Iterable


class CorefpipeError(Exception):
    """Base class of all exceptions that corefpipe raises on purpose.

    Args:
        message: what is wrong, without a full stop.
        cure: how to fix it, or what would have been right.
        file: path of the file, as the user gave it.
        line: line number in that file, from 1.
        document: name of the document.
    """

    def __init__(
        self,
        message: str,
        *,
        cure: str = "",
        file: str | None = None,
        line: int | None = None,
        document: str | None = None,
    ):
        super().__init__(message)
        self.message = message
        self.cure = cure
        self.file = file
        self.line = line
        self.document = document

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        if self.document:
            place = f"{place} (document {self.document})" if place else f"document {self.document}"
        text = f"{place}: {self.message}" if place else self.message
        return f"{text}. {self.cure}" if self.cure else text


class FormatError(CorefpipeError, ValueError):
    """A file is not valid in its format."""


class AlignmentError(CorefpipeError, ValueError):
    """A key and a response do not have the same documents or words."""


class AnnotationError(CorefpipeError, ValueError):
    """A Doc or Document lacks annotation that is needed, or has some that cannot be used."""


class ModelError(CorefpipeError, ValueError):
    """A folder does not contain a model, or one of another version."""


class LinksError(CorefpipeError, ValueError):
    """Links, scores or labels do not fit together, or are not finite numbers."""


class SettingError(CorefpipeError, ValueError):
    """A setting is outside its range, or a name does not exist."""


class CorefpipeWarning(UserWarning):
    """A result that is likely to be useless, such as that of an English model for a German text.

    The commands print it on standard error; `warnings.filterwarnings("ignore", category=CorefpipeWarning)` silences it.
    """


def require_one_of(setting: str, value: object, valid: Iterable[str]) -> None:
    """Raise an error unless a value is one of the valid ones.

    Raises:
        SettingError: the value is not valid; the error lists those that are.
    """
    valid = list(valid)
    if value not in valid:
        raise SettingError(f"unknown {setting} {value!r}", cure=f"Valid are {', '.join(valid)}")
