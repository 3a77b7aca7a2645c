"""Mention features of Clark & Manning 2015: words and parts of speech, length, position."""

from __future__ import annotations

import numpy as np

from corefpipe.features.attributes.context import governors, sentences_of
from corefpipe.features.engine.column import Column
from corefpipe.features.engine.registry import attribute
from corefpipe.features.engine.table import MentionTable

_SOURCE = "Clark & Manning 2015, mention features"


@attribute(source=_SOURCE, of_span=True)
def head_tag(table: MentionTable) -> Column:
    """The part of speech of the head."""
    return table.tokens("pos").at(table.spans.head)


@attribute(source=_SOURCE, of_span=True)
def last_tag(table: MentionTable) -> Column:
    """The part of speech of the last word."""
    return table.tokens("pos").at(table.spans.end - 1)


@attribute(source=_SOURCE, of_span=True)
def governor_tag(table: MentionTable) -> Column:
    """The part of speech of the word that the head depends on; "^" for a root."""
    return table.tokens("pos").at(governors(table), "^")


@attribute(source=_SOURCE, of_span=True)
def first_two(table: MentionTable) -> list[str]:
    """The first two words, in lower case; "" for a single word."""
    lower = table.parse.lower
    return [" ".join(lower[start : start + 2]) if end - start > 1 else "" for start, end, _ in table.spans]


@attribute(source=_SOURCE, of_span=True)
def last_two(table: MentionTable) -> list[str]:
    """The last two words, in lower case; "" for a single word."""
    lower = table.parse.lower
    return [" ".join(lower[end - 2 : end]) if end - start > 1 else "" for start, end, _ in table.spans]


@attribute(source=_SOURCE, of_span=True)
def characters(table: MentionTable) -> Column:
    """Number of characters in the words of the mention, in bins."""
    letters = np.cumsum([0, *map(len, table.parse.words)])
    return Column.binned(letters[table.spans.end] - letters[table.spans.start], (2, 4, 6, 9, 14, 24))


@attribute(source=_SOURCE, of_span=True)
def sentence_length(table: MentionTable) -> Column:
    """Number of words in the sentence, in bins."""
    sentences = table.of_parse(sentences_of)
    return Column.binned(np.bincount(sentences)[sentences[table.spans.start]], (4, 9, 14, 24, 39))


@attribute(source=_SOURCE, of_span=True)
def sentence_number(table: MentionTable) -> Column:
    """Number of earlier sentences, in bins."""
    return Column.binned(table.of_parse(sentences_of)[table.spans.start], (0, 1, 2, 4, 9, 19, 49))


@attribute(source=_SOURCE)
def mention_number(table: MentionTable) -> Column:
    """Number of earlier mentions, in bins."""
    return Column.binned(np.arange(len(table)), (0, 1, 3, 7, 15, 31, 63, 127, 255))


@attribute(source=_SOURCE)
def document_part(table: MentionTable) -> Column:
    """The tenth of the document's mentions that it is in, 0 to 9."""
    return Column.of_codes(10 * np.arange(len(table)) // max(len(table), 1), [str(part) for part in range(10)])
