"""The exceptions that corefpipe raises on purpose, each with the place and the cure."""

from __future__ import annotations

from collections.abc import Iterable


class CorefpipeError(Exception):
    """Base class: what was wrong, where, and what would have been right.

    Args:
        message: what was found, a sentence without its full stop.
        cure: what would have been right, or what to do now.
        file: the file, as the user named it.
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
    """A file that is not what its format says."""


class AlignmentError(CorefpipeError, ValueError):
    """A key and a response that do not annotate the same documents or words."""


class AnnotationError(CorefpipeError, ValueError):
    """A Doc or Document that lacks the annotation a step needs."""


class ModelError(CorefpipeError, ValueError):
    """A folder that holds no model, or one of another version."""


class LinksError(CorefpipeError, ValueError):
    """Links, scores or labels that do not fit together, or are no numbers."""


class SettingError(CorefpipeError, ValueError):
    """A setting outside its range, or a name that does not exist."""


def choose(setting: str, value: object, valid: Iterable[str]) -> None:
    """Refuses a value that is none of the valid ones.

    Raises:
        SettingError: which names them.
    """
    valid = list(valid)
    if value not in valid:
        raise SettingError(f"unknown {setting} {value!r}", cure=f"Valid are {', '.join(valid)}")
