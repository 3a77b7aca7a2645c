"""Find the files to resolve, and name the result of each.

1. Names are relative to the deepest folder that contains all inputs: the results of one folder have its layout, those
   of `a` and `b` are in the subfolders `a` and `b`.
2. A result has the name of its input with the extension of the output format: `sub/x.txt` -> `sub/x.conll`.
3. If two results would have the same name, the extension of the input is kept: `x.txt.conll`, `x.conllu.conll`.
4. A file that was named in an earlier run keeps that name.

Hidden files are skipped, and so are the folder of the results if it is inside an input folder, links to folders, files
of unknown format, and companion files (the text of a brat file). Files named `.md`, `.log` or without extension are
plain text if the input has no file of a known format.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from corefpipe.exceptions import CorefpipeError, FormatError, SettingError
from corefpipe.formats.reading import stem
from corefpipe.formats.registry import FORMATS, Format, format_by_extension, format_if_unsure, format_of_file
from corefpipe.utils.paths import as_path, common_place, is_url, place, places_above, real_place, relative


@dataclass(frozen=True, slots=True)
class Input:
    """A file to resolve.

    >>> from pathlib import Path
    >>> from corefpipe.batch import Inputs
    >>> [(one.name, one.target) for one in Inputs([Path("corpora/samples")], Path("out"), "muc")]
    [('bakery.muc', 'bakery'), ('ferry.muc', 'ferry')]

    Attributes:
        path: path of the file.
        name: its name in the log, relative to the common folder, with `/`.
        target: name of its result, relative to the folder of the results, without extension.
        document: name for a document that is named after the file, if several files have the same name; else "".
        error: why it cannot be resolved, if that is already known.
    """

    path: Path
    name: str
    target: str
    document: str = ""
    error: str = ""


class Inputs:
    """The input files in some paths. Each iteration searches the folders again, one at a time.

    >>> from pathlib import Path
    >>> from corefpipe.batch import Inputs
    >>> len(list(Inputs([Path("corpora/samples")], Path("out"), "conllu")))
    2

    Args:
        paths: files and folders, or URLs; a path that is given twice, or is inside another, counts once.
        out: the folder of the results.
        source: name of the format of the files; None to detect it.
        reserved: name of a result, without extension, that is not given to a file.

    Attributes:
        named: name -> target of files that earlier runs named; set it before iterating.
        ignored: paths of files of unknown format in the last iteration, at most ten.
        n_ignored: number of files of unknown format.
        formats: number of files with each format's extension, "" for those with none.

    Raises:
        FormatError: a path does not exist.
        SettingError: no paths; paths without a common folder (on two drives); a path that is in the folder of the
            results, or is that folder.
    """

    def __init__(self, paths: Iterable[Path], out: Path, source: str | None = None, reserved: str = ""):
        given = {place(path): path for path in map(as_path, paths)}
        if not given:
            raise SettingError("nothing to resolve", cure="Give files or folders")
        for path in given.values():
            if not path.exists():
                raise FormatError("no such file", cure="Check the path", file=str(path))
        folders = {name for name, path in given.items() if path.is_dir()}
        kept = {name: path for name, path in given.items() if folders.isdisjoint(places_above(path))}
        try:
            self._root = common_place([path if name in folders else path.parent for name, path in kept.items()])
        except ValueError:
            raise SettingError("the paths have no folder in common", cure="Resolve them one by one") from None
        self._folders = [path for name, path in kept.items() if name in folders]
        self._files: dict[Path, list[Path]] = {}
        for name, path in kept.items():
            if name not in folders:
                self._files.setdefault(path.parent, []).append(path)
        self._out = real_place(out)
        self._check_out(kept.values(), out)
        self._source = FORMATS[source] if source is not None else None
        self._reserved = reserved
        self._accepts_unsure = False
        self._shared: frozenset[str] = frozenset()
        self.named: Mapping[str, str] = {}
        self._forget()

    def __iter__(self) -> Iterator[Input]:
        self._forget()
        for files in self._files.values():
            yield from self._inputs(sorted(files), given=True)
        for folder in self._folders:
            yield from self._below(folder)

    def names(self) -> set[str]:
        """The names of all files. Call it once, before iterating.

        It finds out whether there are files of a known format: if not, those that are plain text for want of anything
        better are read (`format_if_unsure`); and which files share the name of their document.
        """
        names: set[str] = set()
        counts: Counter[str] = Counter()
        for self._accepts_unsure in (False, True):
            for item in self:
                names.add(item.name)
                counts[stem(item.name)] += 1
            if names:
                break
        self._shared = frozenset(name for name, count in counts.items() if count > 1)
        return names

    def _check_out(self, given: Iterable[Path], out: Path) -> None:
        if out.is_dir() and any(_is_inside(path, out) for path in given):
            raise SettingError(
                "the folder of the results cannot contain the input", cure="Name another folder", file=str(out)
            )

    def _forget(self) -> None:
        self.ignored: list[str] = []
        self.n_ignored = 0
        self.formats: Counter[str] = Counter()

    def _below(self, folder: Path) -> Iterator[Input]:
        if real_place(folder) == self._out:
            return
        try:
            found = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        except OSError as error:
            name = self._name(folder)
            yield Input(folder, name, name, error=f"{folder}: the folder cannot be opened ({error.strerror or error})")
            return
        paths = [folder / name for name in found]
        yield from self._inputs([path for path in paths if path.is_file()])
        for path in paths:
            if path.is_dir() and not path.is_symlink():
                yield from self._below(path)

    def _inputs(self, files: list[Path], given: bool = False) -> Iterator[Input]:
        """The inputs among the files of one folder."""
        forms = {path: self._source or format_by_extension(path) for path in files}
        companions = {name for path, form in forms.items() if form for name in _beside(path, form)}
        chosen = [path for path in files if path not in companions and (given or self._readable(path, forms[path]))]
        self.formats.update(form.name if (form := forms[path]) else "" for path in chosen)
        targets = self._targets({path: _stem(path, forms[path]) for path in chosen})
        for path, target in targets.items():
            document = target if stem(path.name) in self._shared else ""
            yield Input(path, self._name(path), target, document, self._error(path))

    def _readable(self, path: Path, form: Format | None) -> bool:
        try:
            if self._source is not None:
                own = format_by_extension(path)
                known = own is self._source or (own is None and self._accepts_unsure)
            else:
                known = form is not None or ((found := format_of_file(path)) is not None and found.reads)
                known = known or (self._accepts_unsure and format_if_unsure(path) is not None)
        except CorefpipeError:  # the same error is raised, and reported, when the file is read
            known = True
        if not known:
            self.n_ignored += 1
            if len(self.ignored) < 10:
                self.ignored.append(str(path))
        return known

    def _targets(self, stems: dict[Path, str]) -> dict[Path, str]:
        """Names of results by rules 2 to 4; names that differ only in case count as the same."""
        names = {path: self._name(path) for path in stems}
        old = {path: self.named[name] for path, name in names.items() if name in self.named}
        taken = {self._reserved, *(target.lower() for target in old.values())}
        claims = Counter(stem.lower() for path, stem in stems.items() if path not in old)
        claims.update(path.name.lower() for path in stems)
        found = {}
        for path, name in stems.items():
            target = old.get(path)
            if target is None:
                parent = names[path][: len(names[path]) - len(path.name)]
                alone = claims[name.lower()] - (name == path.name) == 1
                target = parent + (name if alone and (parent + name).lower() not in taken else path.name)
                while target.lower() in taken:
                    target += "_"
                taken.add(target.lower())
            found[path] = target
        return found

    def _error(self, path: Path) -> str:
        """Why a file of a folder cannot be resolved: it is a link to a file that its result could replace."""
        if path.is_symlink() and Path(self._out) in Path(os.path.realpath(path)).parents:
            return f"{path}: a link into the folder of the results. Replace it by a copy"
        return ""

    def _name(self, path: Path) -> str:
        return relative(path, self._root)


def _is_inside(path: Path, out: Path) -> bool:
    """Whether a file or folder is a folder, or in it, under whatever name or link."""
    if is_url(path) or is_url(out):
        return place(out) in (place(path), *places_above(path))
    real = Path(os.path.realpath(path))
    return any(folder.samefile(out) for folder in (real, *real.parents) if folder.is_dir())


def files_of(path: Path) -> list[Path]:
    """An input file and its companion file with the text, if it has one."""
    form = format_by_extension(path)
    return [path, *(name for name in (_beside(path, form) if form else ()) if name.is_file())]


def _beside(path: Path, form: Format) -> list[Path]:
    companion = form.companion_of(path)
    return [] if companion is None else [companion, companion.with_name(f"{companion.name}.gz")]


def _stem(path: Path, form: Format | None) -> str:
    return form.named(path) if form is not None else Path(path.name.removesuffix(".gz")).stem
