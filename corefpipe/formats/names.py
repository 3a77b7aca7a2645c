"""Distinct names for documents that go into one output, and for their files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError, called
from corefpipe.formats.reading import MAX_PART, stem


def distinct(documents: Iterable[Document], notes: list[str] | None = None) -> Iterator[Document]:
    """Yield the documents; one with the name and part of an earlier one gets another name.

    A document of another file is named after its folder or file as well: `b/x` for the text of `b/x.txt`, `b/d` for
    the document `d` of `b.jsonl`. Otherwise, or if that name is taken, it is numbered: `x_2`, `x_3` ….

    >>> from corefpipe.formats import distinct
    >>> [one.name for one in distinct([bakery, bakery])]
    ['bakery', 'bakery_2']

    Args:
        documents: the documents, for example of several files.
        notes: receives one sentence per document that was renamed.

    Raises:
        AnnotationError: the number of a part is one that no reader accepts.
    """
    files: dict[tuple[str, int], str] = {}  # (name, part) -> the document's file
    numbered: Counter[tuple[str, int]] = Counter()
    for document in documents:
        if not 0 <= document.part <= MAX_PART:
            raise AnnotationError(
                f"its part is {document.part}", cure=f"Number parts from 0 to {MAX_PART}", document=document.name
            )
        key, file = document.key, document.origin.file if document.origin else ""
        if key in files:
            longer = _with_folders(document.name, file) if file != files[key] else ()
            # Numbering continues where it ended, so that many equal names take linear time.
            more = (f"{document.name}_{number}" for number in count(numbered[key] + 2))
            name = next(name for name in chain(longer, more) if (name, document.part) not in files)
            numbered[key] += 1
            if notes is not None:
                where = f" of {file}" if file else ""
                which = f"the {called(str(document))}{where}"
                notes.append(f"{which} is named {name}, because there is another of its name")
            document = replace(document, name=name)
        files[document.key] = file
        yield document


def _with_folders(name: str, file: str) -> Iterator[str]:
    """The name after more and more folders of its file."""
    path = Path(file)
    folders = [part for part in path.parts[:-1] if part not in (path.anchor, "..")]
    if name != stem(file):
        folders.append(stem(file))
    for folder in reversed(folders):
        name = f"{folder}/{name}"
        yield name


def safe_name(name: str) -> str:
    """Return a file name without folders, a leading dot, and characters that some systems forbid."""
    safe = re.sub(r"[^\w.,+@-]", "_", name).lstrip(".")
    return safe.encode()[:180].decode("utf-8", "ignore") or "document"


def free_name(name: str, taken: dict[str, int]) -> str:
    """A name that differs from those taken, ignoring case: itself, or `name_2`, `name_3` ….

    Args:
        name: the wanted name.
        taken: names in lower case -> the last number added to each; the new name is added.
    """
    candidate, number = name, taken.get(name.lower(), 1)
    while candidate.lower() in taken:
        number += 1
        candidate = f"{name}_{number}"
    # Numbering continues where it ended, so that many equal names take linear time.
    taken[name.lower()] = number
    taken[candidate.lower()] = taken.get(candidate.lower(), 1)
    return candidate
