"""Contexts of entities: the sentences of some of their mentions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from corefpipe.document import Document, Mention
from corefpipe.entities.records import Entity
from corefpipe.exceptions import AnnotationError
from corefpipe.formats.tokens import layout, word_end
from corefpipe.utils.text import counted

_MOST = 24  # contexts of an entity, shared among its chains
_BESIDE = 30  # words before and after a mention, at most


class Context(NamedTuple):
    """A mention in its sentence.

    Attributes:
        document: name of the document.
        word: index of the first word of the mention.
        before: the sentence before the mention.
        mention: the mention.
        after: the sentence after it.
    """

    document: str
    word: int
    before: str
    mention: str
    after: str


def contexts_of(entities: Sequence[Entity], documents: Iterable[Document]) -> list[list[Context]]:
    """For each entity the contexts of its first mentions in the documents, at most 24, or one per chain.

    Args:
        entities: the entities.
        documents: with the chains of the entities, or some of them; read one by one. Chains of others are ignored.

    Raises:
        AnnotationError: no document has a chain of an entity.
    """
    owners = {member[:2]: number for number, entity in enumerate(entities) for member in entity.members}
    found: list[list[Context]] = [[] for _ in entities]
    read = 0
    for read, document in enumerate(documents, 1):  # noqa: B007  their number is needed
        wanted = {
            chain: number for chain in document.chains() if (number := owners.get((str(document), chain))) is not None
        }
        for number, context in _in_document(document, wanted, entities):
            found[number].append(context)
    if read and entities and not any(found):
        raise AnnotationError(
            f"none of {counted(read, 'document')} has a chain of these entities",
            cure="Give the documents that were linked, under the same names",
        )
    return [contexts[:_MOST] for contexts in found]


def _in_document(
    document: Document, wanted: Mapping[str, int], entities: Sequence[Entity]
) -> Iterator[tuple[int, Context]]:
    """(number of the entity, context) of the first mentions of some chains."""
    if not wanted:
        return
    text, offsets = layout(document)
    sentences, chains = document.sentences(), document.chains()
    for chain, number in wanted.items():
        share = max(_MOST // len(entities[number].members), 1)
        for mention in [one for one in chains[chain] if one.start < one.end][:share]:
            sentence = sentences[document.sentence_of(mention.start)]
            yield number, _context(document, text, offsets, mention, sentence)


def _context(
    document: Document, text: str, offsets: Sequence[int], mention: Mention, sentence: tuple[int, int]
) -> Context:
    start, end = max(sentence[0], mention.start - _BESIDE), max(mention.end, min(sentence[1], mention.end + _BESIDE))
    first = offsets[mention.start]
    last, stop = (word_end(document.words, text, offsets, word - 1) for word in (mention.end, end))
    return Context(
        str(document),
        mention.start,
        f"{'… ' if start > sentence[0] else ''}{text[offsets[start] : first]}",
        text[first:last],
        f"{text[last:stop]}{' …' if end < sentence[1] else ''}",
    )
