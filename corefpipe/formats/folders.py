"""The files of a folder that are read as documents, and the names of documents that are named after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from corefpipe.exceptions import FormatError
from corefpipe.formats.reading import ReadReport
from corefpipe.formats.registry import FORMATS, Format, format_by_extension, format_if_unsure, format_of_file
from corefpipe.utils.paths import place, relative


def files_of(folder: Path, wanted: Format | None, report: ReadReport) -> list[tuple[Path, Format]]:
    """The files of a folder and its subfolders that are read, and their formats; companions are not among them.

    Args:
        folder: the folder.
        wanted: the format to read; None for that of the files, which is one.
        report: receives the files that are ignored.

    Raises:
        FormatError: there are no such files, or files of several formats.
    """
    paths = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    named = [form.companion_of(path) for path in paths if (form := format_by_extension(path)) is not None]
    companions = {name for path in named if path is not None for name in (path, path.with_name(f"{path.name}.gz"))}
    if wanted is None or wanted.name != "text":
        paths = [path for path in paths if path not in companions]
    if wanted is not None:
        # Files with its own extensions if there are any, else those without the extension of another format.
        forms = {path: format_by_extension(path) for path in paths}
        chosen = [path for path in paths if forms[path] is wanted] or [path for path in paths if forms[path] is None]
        found = [(path, wanted) for path in chosen]
    else:
        found = [(path, form) for path in paths if (form := format_of_file(path)) is not None and form.reads]
        found = found or [(path, form) for path in paths if (form := format_if_unsure(path)) is not None]
        names = sorted({form.name for _, form in found})
        if len(names) > 1:
            # The folder may contain the same documents twice, or a README.
            raise FormatError(
                f"the folder contains files of several formats: {', '.join(names)}",
                cure="Give the files of one",
                settings={"format": names[0]},
                file=str(folder),
            )
    if not found:
        what = f"file that looks like {wanted.name}" if wanted else "file of a known format"
        raise FormatError(f"no {what} in the folder", cure=f"Known formats are {', '.join(FORMATS)}", file=str(folder))
    readable = {path for path, _ in found}
    report.ignored.extend(str(path) for path in paths if path not in readable)
    return found


def longer_names(files: Iterable[tuple[Path, Format]], folder: Path) -> dict[str, str]:
    """Map files that share the name `x` to their names within the folder, `sub/x`, with extension if need be."""
    own = {path: form.named(path) for path, form in files}
    counts = Counter(own.values())
    within = {path: relative(path, place(folder)) for path, name in own.items() if counts[name] > 1}
    short = {path: name.removesuffix(path.name) + own[path] for path, name in within.items()}
    counts = Counter(short.values())
    return {str(path): name if counts[name] == 1 else within[path] for path, name in short.items()}
