"""The columns of a table of documents, whatever program holds the table.

`text` is the text. The columns that we add begin with `coref_`, so that they never have the name of a column of the
user:

| column | of | values |
| --- | --- | --- |
| `coref_name`, `coref_part`, `coref_genre` | document | strings; the part is a whole number |
| `coref_words` | word | the words; null for a text that is not tokenized |
| `coref_offsets`, `coref_spaces` | word | where it begins in `text`, in characters; whether whitespace follows |
| `coref_tags`, `coref_pos`, `coref_feats`, `coref_lemmas` | word | as in `Document` |
| `coref_deps`, `coref_speakers`, `coref_entity_types` | word | as in `Document` |
| `coref_heads` | word | index of its syntactic head |
| `coref_sentence_starts`, `coref_paragraph_starts` | sentence, paragraph | index of its first word |
| `coref_starts`, `coref_ends` | mention | index of its first word, and after its last |
| `coref_start_chars`, `coref_end_chars` | mention | the same in characters of `text`; null without a text |
| `coref_entities` | mention | id of its entity: mentions with the same id corefer |
| `coref_mention_heads`, `coref_types` | mention | index of its head word, or null; entity type, or "" |
| `coref_fragments` | mention | start and end of each piece of a discontinuous mention, one after the other |
| `coref_quotation_starts`, `coref_quotation_ends` | quotation | index of its first word, and after its last |
| `coref_quotation_turns` | quotation | number of its turn |
| `coref_quotation_speakers`, `coref_quotation_addressees` | quotation | entity ids, or "" |
| `coref_quotation_mentions`, `coref_quotation_addressee_mentions` | quotation | start and end of theirs, or nothing |
| `coref_quotation_cues` | quotation | start and end of the verb of saying, or nothing |
| `coref_quotation_probabilities`, `coref_quotation_addressee_probabilities` | quotation | in [0, 1], or null |

Columns of words are lists as long as `coref_words`, or null if they are not known; columns of mentions are lists
as long as `coref_starts`, in text order, and columns of quotations as long as `coref_quotation_starts`, or null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.document.trees import check_heads, first_in_cycle
from corefpipe.formats.parquet import quotations
from corefpipe.formats.spans import Span

PREFIX = "coref_"
TEXT = "text"

KINDS: dict[str, str] = {
    TEXT: "string",
    "coref_name": "string",
    "coref_part": "int32",
    "coref_genre": "string",
    "coref_words": "strings",
    "coref_sentence_starts": "ints",
    "coref_paragraph_starts": "ints",
    "coref_offsets": "ints",
    "coref_spaces": "bools",
    "coref_tags": "strings",
    "coref_pos": "strings",
    "coref_feats": "strings",
    "coref_lemmas": "strings",
    "coref_heads": "ints",
    "coref_deps": "strings",
    "coref_speakers": "strings",
    "coref_entity_types": "strings",
    "coref_starts": "ints",
    "coref_ends": "ints",
    "coref_start_chars": "ints",
    "coref_end_chars": "ints",
    "coref_entities": "strings",
    "coref_mention_heads": "ints",
    "coref_types": "strings",
    "coref_fragments": "lists of ints",
    **quotations.KINDS,
}
"""Column -> what its values are; whole numbers have 32 bits, others 64."""

_WORD_COLUMNS = ("offsets", "spaces", "tags", "pos", "feats", "lemmas", "heads", "deps", "speakers", "entity_types")
_MENTION_COLUMNS = ("ends", "entities", "mention_heads", "types", "fragments")


def values_of(document: Document) -> dict[str, Any]:
    """Column -> value of a document, for all `KINDS`.

    Raises:
        AnnotationError: heads with a cycle, which no reader accepts.
    """
    check_heads(document)
    mentions = document.mentions
    raw = bool(document.text) and not document.words
    chars = _characters(document)
    values = {
        TEXT: document.text if document.text or not document.words else None,
        "coref_name": document.name,
        "coref_part": document.part,
        "coref_genre": document.genre,
        "coref_words": None if raw else document.words,
        "coref_sentence_starts": document.sentence_starts or None,
        "coref_paragraph_starts": document.paragraph_starts,
        "coref_starts": [m.start for m in mentions],
        "coref_ends": [m.end for m in mentions],
        "coref_start_chars": None if chars is None else [start for start, _ in chars],
        "coref_end_chars": None if chars is None else [end for _, end in chars],
        "coref_entities": [m.entity for m in mentions],
        "coref_mention_heads": [m.head for m in mentions],
        "coref_types": [m.type for m in mentions],
        "coref_fragments": [list(chain.from_iterable(m.fragments)) for m in mentions],
    }
    values |= quotations.quotation_values(document)
    return values | {PREFIX + name: getattr(document, name) for name in _WORD_COLUMNS}


def document_of(
    values: Mapping[str, Any], name: str, settle: Callable[[list[Span], list[str]], list[Span]]
) -> Document:
    """The document of a row.

    Args:
        values: column -> value; missing ones count as null.
        name: its name, if the row has none.
        settle: what to do with spans that are annotated twice.

    Raises:
        ValueError: values do not fit together; the message says which.
    """
    words = values.get("coref_words")
    text = values.get(TEXT) or ""
    name, part = values.get("coref_name") or name, values.get("coref_part") or 0
    _require(part >= 0, "coref_part", "below 0")
    if words is None:
        return Document(name, part, text=text, genre=values.get("coref_genre") or "")
    _require(_complete(words) and not any(not word or word.isspace() for word in words), "coref_words", "blank or null")
    size = len(words)
    columns: dict[str, Any] = {column: _column(values, column, size) for column in _WORD_COLUMNS}
    _require_indices(columns["heads"], size, "coref_heads")
    _require(first_in_cycle(columns["heads"] or ()) is None, "coref_heads", "a cycle")
    _require_indices(columns["offsets"], len(text) + 1, "coref_offsets")
    starts = _starts(values, "coref_sentence_starts", size)
    return Document(
        name,
        part,
        words=words,
        sentence_starts=starts or [],
        mentions=_mentions(values, words, settle),
        text=text,
        paragraph_starts=_starts(values, "coref_paragraph_starts", size),
        genre=values.get("coref_genre") or "",
        quotations=quotations.quotations_of(values, size),
        **columns,
    )


def _mentions(
    values: Mapping[str, Any], words: list[str], settle: Callable[[list[Span], list[str]], list[Span]]
) -> list[Mention]:
    starts = values.get("coref_starts") or []
    columns = {name: values.get(PREFIX + name) for name in _MENTION_COLUMNS}
    for name, column in columns.items():
        needed = name in ("ends", "entities") and bool(starts)
        _require(len(column) == len(starts) if column else not needed, PREFIX + name, "not as long as coref_starts")
    count = len(starts)
    ends, entities = columns["ends"] or [], columns["entities"] or []
    heads, types = columns["mention_heads"] or [None] * count, columns["types"] or [""] * count
    pieces = [_pieces(flat) for flat in columns["fragments"] or [()] * count]
    _require(_complete(entities), "coref_entities", "null")
    found = []
    for start, end, entity, head, type, fragments in zip(starts, ends, entities, heads, types, pieces, strict=True):
        fits = start is not None and end is not None and 0 <= start < end <= len(words)
        _require(fits, "coref_starts, coref_ends", f"{start}, {end}, which are not a span of the {len(words)} words")
        _require(head is None or 0 <= head < len(words), "coref_mention_heads", f"{head}, which is not a word")
        inside = all(start <= left < right <= end for left, right in fragments)
        _require(inside, "coref_fragments", "outside of the mention")
        found.append(Mention(start, end, entity, head, type or "", fragments))
    spans = [Span(m.start, m.end, m.entity, 0, str(number), m.fragments) for number, m in enumerate(found)]
    return sort_mentions([found[int(span.fields)] for span in settle(spans, words)])


def _pieces(flat: Sequence[int] | None) -> tuple[tuple[int, int], ...]:
    flat = flat or ()
    _require(len(flat) % 2 == 0 and _complete(flat), "coref_fragments", "not pairs")
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def _characters(document: Document) -> list[tuple[int, int]] | None:
    offsets = document.offsets
    if not document.text or offsets is None:
        return None
    return [(offsets[m.start], offsets[m.end - 1] + len(document.words[m.end - 1])) for m in document.mentions]


def _column(values: Mapping[str, Any], name: str, size: int) -> list[Any] | None:
    column = values.get(PREFIX + name)
    _require(column is None or len(column) == size, PREFIX + name, "not as long as coref_words")
    _require(column is None or _complete(column), PREFIX + name, "null for a word")
    return column


def _starts(values: Mapping[str, Any], name: str, size: int) -> list[int] | None:
    starts = values.get(name)
    if not starts:
        return starts
    _require(_complete(starts) and all(a < b for a, b in pairwise([-1, *starts, size])), name, "not ascending indices")
    _require(name != "coref_sentence_starts" or starts[0] == 0, name, "not 0 for the first sentence")
    return starts


def _require_indices(column: Sequence[int] | None, size: int, name: str) -> None:
    _require(all(0 <= index < size for index in column or ()), name, "outside of the document")


def _complete(values: Sequence[Any]) -> bool:
    return None not in values


def _require(fulfilled: bool, column: str, found: str) -> None:
    if not fulfilled:
        raise ValueError(f"{column} is {found}")
