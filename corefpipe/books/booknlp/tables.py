"""BookNLP's tables: `.tokens`, `.entities` and `.quotes`, with tabs between the columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from corefpipe.books.booknlp.entities import Numbered
from corefpipe.books.contents import BookContents
from corefpipe.books.speech import Speech, with_marks

_TOKENS = (
    "paragraph_ID sentence_ID token_ID_within_sentence token_ID_within_document word lemma byte_onset byte_offset "
    "POS_tag fine_POS_tag dependency_relation syntactic_head_ID event"
).split()
_ENTITIES = "COREF start_token end_token prop cat text".split()
_QUOTES = "quote_start quote_end mention_start mention_end mention_phrase char_id quote".split()


def tokens_table(book: BookContents) -> str:
    """`.tokens`: one row per word of the whole document; offsets are in characters of the text, as in BookNLP."""
    return _table(_TOKENS, _tokens(book))


def _tokens(book: BookContents) -> Iterator[tuple[Any, ...]]:
    document, words = book.document, book.words
    empty = [""] * len(document)
    lemmas, pos, tags = document.lemmas or document.words, document.pos or empty, document.tags or empty
    deps, heads = document.deps or empty, document.heads or range(len(document))
    for sentence, (first, last) in enumerate(document.sentences()):
        for word in range(first, last):
            form, offset = document.words[word], words.offsets[word]
            before = (int(words.paragraph[word]) - 1, sentence, word - first, word, form, lemmas[word])
            yield *before, offset, offset + len(form), pos[word], tags[word], deps[word], heads[word], "O"


def entities_table(entities: Numbered) -> str:
    """`.entities`: one row per mention, with its first and last word."""
    return _table(_ENTITIES, entities.rows)


def quotes_table(entities: Numbered) -> str:
    """`.quotes`: one row per quotation with its marks, the mention of its speaker and the number of the speaker."""
    return _table(_QUOTES, (quote_row(entities, one) for one in entities.book.quotations))


def quote_row(entities: Numbered, one: Speech) -> tuple[Any, ...]:
    """(first word, last word, those of the speaker's mention, its text, number of the speaker, text) of a quotation.

    The mention and the number are None where the speaker is unknown.
    """
    start, end = with_marks(entities.book.document, one)
    number, text = entities.numbers.get(one.entity), entities.words(start, end)
    if one.mention_start is None or one.mention_end is None:
        return start, end - 1, None, None, None, number, text
    mention = one.mention_start, one.mention_end
    number = entities.singles.get(mention) if number is None else number
    return start, end - 1, mention[0], mention[1] - 1, entities.words(*mention), number, text


def _table(columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> str:
    return "".join(_line(row, len(columns)) for row in (tuple(columns), *rows))


def _line(row: tuple[Any, ...], n_columns: int) -> str:
    """A row with tabs between its values; those in the values become blanks."""
    line = "\t".join(map(str, row))
    if line.count("\t") >= n_columns or "\n" in line or "\r" in line:
        line = "\t".join(" ".join(str(value).split()) for value in row)
    return f"{line}\n"
