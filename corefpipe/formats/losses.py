"""Reports on the contents of documents that a format cannot store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from corefpipe.document import Document, Mention
from corefpipe.exceptions import called
from corefpipe.formats.headers import fits
from corefpipe.formats.names import distinct
from corefpipe.formats.reading import genre_of
from corefpipe.formats.tokens import gaps_of


@dataclass(slots=True)
class WriteReport:
    """Counts of what was written and of what was lost.

    >>> from corefpipe.formats import WriteReport
    >>> report = WriteReport()
    >>> corefpipe.write(bakery, "bakery.txt", report=report)
    >>> report.lost["mentions"]
    1

    Attributes:
        documents: number of documents that were written.
        lost: content that the format cannot store -> number of documents with it.
        changed: one sentence per mention that is written as another span, or not at all.
        renamed: one sentence per document that is written under another name, because its own was taken.
    """

    documents: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    changed: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)


def watched(documents: Iterable[Document], holds: frozenset[str], report: WriteReport) -> Iterator[Document]:
    """Yield the documents under distinct names, and add to the report what a format with these contents loses."""
    for document in distinct(documents, report.renamed):
        report.documents += 1
        for what, has in CONTENTS.items():
            if what not in holds and has(document) and not (what in _OF_TEXT and "text" not in holds):
                report.lost[what] += 1
        if "discontinuous mentions" not in holds:
            report.changed += [_discontinuous(document, m, holds) for m in document.mentions if m.fragments]
        yield document


def _discontinuous(document: Document, mention: Mention, holds: frozenset[str]) -> str:
    whole = Mention(mention.start, mention.end)
    written = f'is written as "{document.surface(whole)}"' if "mentions" in holds else "is not written"
    surface = document.surface(mention)
    return f'{called(str(document))}: the discontinuous mention "{surface}" of {mention.entity} {written}'


def _any_column(*names: str) -> Callable[[Document], bool]:
    return lambda document: any(getattr(document, name) is not None for name in names)


def _any_mention(has: Callable[[Mention], object]) -> Callable[[Document], bool]:
    return lambda document: any(has(mention) for mention in document.mentions)


def _numbered(document: Document) -> bool:
    return all(entity.isascii() and entity.isdecimal() for entity in document.chains())


def _in_order(document: Document) -> bool:
    ids = list(document.chains())
    return ids == [str(number) for number in range(len(ids))]


ACE_FIELDS = frozenset("mention_type ldctype ldcatr role reference metonymy_mention subtype class minspan".split())
"""Fields of mentions (`Mention.other`) that ACE can store."""

_CONLL_COLUMNS = frozenset(("parse", "ner", "frameset", "sense", "predicates"))
_CONLLU_COLUMNS = frozenset(("misc", "deps"))

CONTENTS: dict[str, Callable[[Document], bool]] = {
    "mentions": lambda d: bool(d.mentions),
    "words": lambda d: bool(d.words),
    "sentences": lambda d: len(d.sentence_starts) > 1,
    "text": lambda d: bool(d.text or d.spaces),
    "raw text": lambda d: bool(d.text and not d.words),
    "text that words do not spell": lambda d: bool(d.text and d.words) and gaps_of(d) is None,
    "carriage returns": lambda d: "\r" in d.text,
    "white space within words": lambda d: any(len(word.split()) > 1 for word in d.words),
    "white space around words": lambda d: any(word != word.strip() for word in d.words),
    "parts": lambda d: d.part != 0,
    "genre": lambda d: d.genre != genre_of(d.name),
    "paragraphs": _any_column("paragraph_starts"),
    "tags": _any_column("tags"),
    "universal tags": _any_column("pos"),
    "features": _any_column("feats"),
    "lemmas": _any_column("lemmas"),
    "dependencies": _any_column("heads", "deps"),
    "speakers": _any_column("speakers"),
    "word types": _any_column("entity_types"),
    "MISC and DEPS": lambda d: not _CONLLU_COLUMNS.isdisjoint(d.other),
    "CoNLL-2012's columns": lambda d: not _CONLL_COLUMNS.isdisjoint(d.other),
    "other columns": lambda d: not (_CONLL_COLUMNS | _CONLLU_COLUMNS).issuperset(d.other),
    "sentence comments": lambda d: any(d.sentence_metadata or ()),
    "multiword tokens": lambda d: bool(d.multiwords),
    "empty nodes": lambda d: bool(d.empty_nodes),
    "entity ids": lambda d: not _numbered(d),
    "entity numbers": lambda d: _numbered(d) and not _in_order(d),
    "entity types": _any_mention(lambda m: m.type),
    "mention heads": _any_mention(lambda m: m.head is not None),
    "antecedents": _any_mention(lambda m: m.antecedent is not None),
    "fields of ACE": _any_mention(lambda m: not ACE_FIELDS.isdisjoint(m.other)),
    "mention fields": _any_mention(lambda m: not ACE_FIELDS.issuperset(m.other)),
    "discontinuous mentions": _any_mention(lambda m: m.fragments),
    "zero mentions": lambda d: bool(d.zeros),
    "quotations": lambda d: bool(d.quotations),
    "metadata": lambda d: any(fits(key, value) for key, value in d.metadata.items()),
    "table columns": lambda d: not all(fits(key, value) for key, value in d.metadata.items()),
}
"""What a document may contain -> whether one does."""

SPANS = frozenset(("words", "sentences", "mentions"))
"""Contents that formats of words can store."""

_OF_TEXT = frozenset(("raw text", "text that words do not spell", "carriage returns"))
"""Contents that a format without texts cannot store, which then need not be reported beside the text."""

CHARACTERS = _OF_TEXT | {"text", "mentions", "discontinuous mentions", "entity types"}
"""Contents that formats of characters can store."""
