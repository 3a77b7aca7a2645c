"""Training documents of today's English: the web layer, the written texts, and the twins, resolved from raw text.

They are parsed as a user's text is, with words, sentences and speakers found, and the chains are moved to the words
of the parse by characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe import read
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.formats.tokens import word_end
from corefpipe.parsing.annotate import annotate

OURS = Path(__file__).resolve().parents[2] / "corpora"
PARTS = ("web", "written", "twins")
Listed = TypeVar("Listed")


def web(corpora: Path, part: str = "train") -> list[Document]:
    """The annotated documents of a part of the English Web Treebank; the genre is that of the file."""
    return [
        replace(one, genre=layer.stem)
        for layer in sorted((OURS / "layers" / "ewt" / part).glob("*.layer"))
        for one in read(corpora / "ewt" / part / f"{layer.stem}.conllu", layer=layer)
    ]


def written(split: str = "train") -> list[Document]:
    """The written texts of a split; no recipe reads the test split.

    Raises:
        ValueError: the split is the test split.
    """
    _refuse_test(split)
    return [document for document in read(OURS / "today") if document.metadata["split"] == split]


def twins(split: str = "train", nouns: bool = False) -> list[Document]:
    """Twins, in which an anaphor and its candidates are annotated: pronouns, or nouns.

    Raises:
        ValueError: the split is the test split.
    """
    _refuse_test(split)
    return list(read(OURS / "twins" / f"{'nouns-' if nouns else ''}{split}.jsonl", "winograd"))


def _refuse_test(split: str) -> None:
    if split == "test":
        raise ValueError("the test split is scored when a release is made, and learned from never: take train or dev")


def shares(documents: Sequence[Listed], percent: int) -> list[Listed]:
    """Return about so many percent of documents, evenly spread over their order; more contain fewer."""
    return [one for number, one in enumerate(documents) if (number * 37) % 100 < percent]


def from_raw_text(documents: Iterable[Document], nlp: Language) -> Iterator[tuple[Doc, Document]]:
    """Parse the raw texts of documents, and yield each Doc with its chains on the Doc's own tokens."""
    for key in documents:
        ((doc, _),) = annotate([raw_text(key)], nlp)
        yield doc, on_tokens(doc, key)


def raw_text(key: Document) -> Document:
    """A document's raw text alone."""
    return Document(key.name, text=key.text)


def on_tokens(doc: Doc, key: Document) -> Document:
    """A document with its chains on the tokens of a Doc of its raw text."""
    mentions = sort_mentions(list(_mentions(doc, key)))
    return Document(key.name, words=[token.text for token in doc], mentions=mentions, genre=key.genre)


def _mentions(doc: Doc, key: Document) -> Iterator[Mention]:
    """The mentions of a document on the tokens of a Doc of its text; of equal ones the first."""
    assert key.offsets is not None
    taken: set[tuple[int, int]] = set()
    for mention in key.mentions:
        start = key.offsets[mention.start]
        end = word_end(key.words, key.text, key.offsets, mention.end - 1)
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is not None and (span.start, span.end) not in taken:
            taken.add((span.start, span.end))
            yield Mention(span.start, span.end, mention.entity)
