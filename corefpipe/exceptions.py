"""The exceptions and the warning of corefpipe. Each says what was wrong, where, and how to fix it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

_OPTION_NAMES = {"format": "--from"}
"""Option of the command line for a setting of Python; for others it has the same name."""

_LONGEST, _LONGEST_NAME = 2000, 200
"""Number of characters of a message, and of a document's name in it; more are left out."""


def _option_of(setting: str) -> str:
    """The option of the command line for a setting of Python."""
    return _OPTION_NAMES.get(setting, f"--{setting.replace('_', '-')}")


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def printable(name: str) -> str:
    r"""A name with each character that cannot be printed, such as a control character, as its escape (`\x1b`)."""
    return name if name.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in name)


def called(document: str) -> str:
    """What messages call a document: "document ferry", and "document 1" if that is its name."""
    return document if document.startswith("document ") else f"document {document}"


class CorefpipeError(Exception):
    """Base class of all exceptions that corefpipe raises on purpose.

    `str(error)` is one line for people: characters that cannot be printed are escaped.

    Args:
        message: what is wrong, without a full stop.
        cure: how to fix it, or what would have been right, without a full stop.
        settings: settings of the call that avoid the error too, such as `{"on_error": "skip"}`.
        setting: name of the setting that is wrong; `{setting}` in the message, before anything that users wrote, is
            replaced by it, or by the option of a command.
        file: path of the file, as the user gave it.
        line: line number in that file, from 1.
        column: number of the character in that line, from 1.
        document: name of the document.
    """

    def __init__(
        self,
        message: str,
        *,
        cure: str = "",
        settings: Mapping[str, str] | None = None,
        setting: str = "",
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        document: str | None = None,
    ):
        super().__init__(message)
        self.message = message.replace("{setting}", setting, 1) if setting else message
        self.setting = setting
        self.cure = cure
        self.settings = dict(settings or {})
        self.file = file
        self.line = line
        self.column = column
        self.document = document

    def __str__(self) -> str:
        return self.worded()

    def worded(self, options: Collection[str] | None = None) -> str:
        """The error in one line, with its cure.

        Args:
            options: those of a command, such as `--on-error`: settings that avoid the error are named as its options
                (`--on-error skip`), and left out if it has none for them. None names them as in Python.
        """
        advice, problem = self._advice(options), self._problem(options)
        return f"{problem}. {advice}" if advice else problem

    @property
    def problem(self) -> str:
        """Where and what, without the cure."""
        return self._problem(None)

    def _problem(self, options: Collection[str] | None) -> str:
        place = self.file or ""
        if self.line is not None:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
            if self.column is not None:
                place = f"{place}:{self.column}" if self.file else f"{place}, column {self.column}"
        if self.document:
            document = called(_shortened(self.document, _LONGEST_NAME))
            place = f"{place} ({document})" if place else document
        message = self.message
        if "_" in self.setting and (option := _option_of(self.setting)) in (options or ()):  # one word needs no option
            message = self.args[0].replace("{setting}", option, 1)
        message = _shortened(message, _LONGEST)
        return printable(f"{place}: {message}" if place else message)

    def _advice(self, options: Collection[str] | None) -> str:
        """The cure, and the settings as the user can give them: in Python, or as options of a command."""
        settings = []
        for name, value in self.settings.items():
            option = _option_of(name)
            if options is None:
                settings.append(f'{name}="{value}"')
            elif option in options:
                settings.append(f"{option} {value}")
        if not settings:
            return printable(self.cure)
        given = " and ".join(settings)
        return printable(f"{self.cure}, or use {given}" if self.cure else f"Use {given}")


class FormatError(CorefpipeError, ValueError):
    """A file is not valid in its format."""


class AlignmentError(CorefpipeError, ValueError):
    """A key and a response do not have the same documents or words."""


class AnnotationError(CorefpipeError, ValueError):
    """A Doc or Document lacks annotation that is needed, or has some that cannot be used."""


class UnknownNameError(CorefpipeError, AttributeError):
    """An attribute that other libraries have under this name, and corefpipe under another."""


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


def require_one_of(setting: str, value: object, valid: Iterable[object]) -> None:
    """Raise an error unless a value is one of the valid ones.

    Raises:
        SettingError: the value is not valid; the error lists those that are, the nearest first.
    """
    valid = list(valid)
    if value not in valid:
        raise SettingError(f"unknown {{setting}} {value!r}", setting=setting, cure=valid_names(value, valid))


def valid_names(name: object, valid: Iterable[object], also: str = "", *, unlisted: Iterable[str] = ()) -> str:
    """The cure for an unknown name: the valid ones that are spelt like it, then all of them.

    >>> valid_names("reclal", ["recall", "precision"])
    'Did you mean recall? Valid are recall, precision'

    Args:
        name: the unknown name.
        valid: the names that exist.
        also: what else is valid, as the end of the sentence.
        unlisted: names that exist but are too many to list.
    """
    names = [str(each) for each in valid]
    return f"{did_you_mean(name, [*names, *unlisted])}Valid are {', '.join(names)}{also}"


def did_you_mean(name: object, valid: Iterable[str]) -> str:
    """The beginning of the cure for an unknown name: the three valid ones most like it, "" if none is like it."""
    from difflib import get_close_matches  # imported here: needed for errors only

    if not isinstance(name, str):
        return ""
    known: dict[str, str] = {}
    for each in valid:
        known.setdefault(each.lower(), each)  # "perceptron", which comes first, not scikit-learn's "Perceptron"
    near = [known[each] for each in get_close_matches(name.lower(), known, 3)]
    return f"Did you mean {' or '.join(near)}? " if near else ""
