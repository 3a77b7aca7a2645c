"""Writer of predictions for GAP: whether each of the two names corefers with the pronoun, by the chains of a document.

The rules are described in `reader.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.files import atomic_writer
from corefpipe.formats.gap.reader import COLUMN, ROLES, Answer

# After one of these the name is not the head of the mention.
_BREAKS = frozenset("of by for from in on at to with about than as and or but 's ' , ; : ( [ – — -".split())


def write_file(documents: Iterable[Document], path: Path) -> None:
    """Write the predictions for documents that were read from a GAP file.

    Raises:
        AnnotationError: a document does not have the column `gap`.
    """
    with atomic_writer(path) as stream:
        for document in documents:
            answer = answer_of(document)
            stream.write(f"{answer.id}\t{str(answer.a).upper()}\t{str(answer.b).upper()}\n")


def answer_of(document: Document) -> Answer:
    """Return whether each of the two names corefers with the pronoun, by the chains of a document.

    Raises:
        AnnotationError: the document has no column `gap`, or that does not mark one run of words per role.
    """
    pronoun, *names = (_words_of(role, document) for role in ROLES)
    chains = {mention.entity for mention in document.mentions if mention.span == pronoun and not mention.fragments}
    a, b = (
        any(mention.entity in chains and _stands_for(mention, name, document.words) for mention in document.mentions)
        for name in names
    )
    return Answer(document.name, a, b)


def _stands_for(mention: Mention, name: tuple[int, int], words: list[str]) -> bool:
    start, end = name
    if mention.fragments or mention.end <= start or end <= mention.start:
        return False
    if start <= mention.start and mention.end <= end:
        return True
    if not (mention.start <= start and end <= mention.end):
        return False
    if mention.head is not None and start <= mention.head < end:
        return True
    before, after = words[mention.start : start], words[end : mention.end]
    return (not after or after in (["'s"], ["'"])) and _BREAKS.isdisjoint(map(str.lower, before))


def _words_of(role: str, document: Document) -> tuple[int, int]:
    column = document.other.get(COLUMN, [])
    words = [number for number, cell in enumerate(column) if role in cell.split("+")]
    if not words or words[-1] - words[0] != len(words) - 1:
        raise AnnotationError(
            f"the column `{COLUMN}` marks no words as {role}" if not words else f"the words of {role} are not together",
            cure="Only documents that were read from a GAP file can be written as its predictions",
            file=document.origin.file if document.origin else None,
            document=document.name,
        )
    return words[0], words[-1] + 1
