"""The tokens of a Doc as arrays and lists: words, values of extensions, paragraphs; read at once, as `token._` is slow.

Importing this module registers the extensions `Token._.entity_type` and `Doc._.paragraph_starts`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from spacy import attrs
from spacy.tokens import Doc, Token

from corefpipe.document.trees import starts_around

ENTITY_TYPE = "entity_type"
PARAGRAPHS = "paragraph_starts"
"""Extension of a Doc: indices of the first tokens of paragraphs, or None where nothing is known.

It stores whether a paragraph starts at a token, at least of the first one, as values of tokens survive retokenization.
"""


def token_values(doc: Doc, *names: str) -> tuple[dict[int, Any], ...]:
    """For each extension, token -> the value it was set to, read from user_data because `token._` is far slower.

    spaCy stores values at offsets of characters. A token that was merged of several has the last of their values that
    is not empty, as "the old man" has that of "man". Offsets outside the Doc, which `Span.as_doc` copies, are left out.
    """
    user_data: dict[Any, Any] = doc.user_data
    stored: dict[str, list[tuple[int, Any]]] = {name: [] for name in names}
    for key, value in user_data.items():
        if _is_token_key(key) and key[1] in stored:
            stored[key[1]].append((key[2], value))
    if not len(doc) or not any(stored.values()):
        return tuple({} for _ in names)
    firsts = doc.to_array(attrs.IDX).astype(np.int64)
    end = int(firsts[-1]) + len(doc[-1])
    return tuple(_at_tokens(stored[name], firsts, end) for name in names)


def _at_tokens(stored: list[tuple[int, Any]], firsts: np.ndarray, end: int) -> dict[int, Any]:
    """Token -> the value stored at its offset or, if it was merged, the last one within it that is not empty.

    Args:
        stored: offsets and values.
        firsts: (n_tokens,) offset of each token.
        end: of the last token.
    """
    stored.sort(key=lambda pair: pair[0])
    tokens = firsts.searchsorted([offset for offset, _ in stored], "right") - 1
    found = {}
    for token, first, (offset, value) in zip(tokens.tolist(), firsts[tokens].tolist(), stored, strict=True):
        if 0 <= offset < end and (value or offset == first):
            found[token] = value
    return found


def _is_token_key(key: Any) -> bool:
    """Whether a key of user_data is that of a token's extension."""
    return isinstance(key, tuple) and len(key) == 4 and key[0] == "._." and key[2] is not None and key[3] is None


def _paragraph_starts(doc: Doc) -> list[int] | None:
    (values,) = token_values(doc, PARAGRAPHS)
    return sorted(token for token, starts in values.items() if starts) if values else None


def _set_paragraph_starts(doc: Doc, starts: Iterable[int] | None) -> None:
    user_data: dict[Any, Any] = doc.user_data
    for key in [key for key in user_data if _is_token_key(key) and key[1] == PARAGRAPHS]:
        del user_data[key]
    if starts is not None and len(doc):
        user_data["._.", PARAGRAPHS, 0, None] = False
        user_data.update({("._.", PARAGRAPHS, doc[start].idx, None): True for start in starts})


if not Token.has_extension(ENTITY_TYPE):
    Token.set_extension(ENTITY_TYPE, default="")
if not Doc.has_extension(PARAGRAPHS):
    Doc.set_extension(PARAGRAPHS, getter=_paragraph_starts, setter=_set_paragraph_starts)


def extension_values(doc: Doc, name: str, tokens: np.ndarray) -> list[str]:
    """The values of an extension of some tokens."""
    default: Any = Token.get_extension(name)[0]
    (values,) = token_values(doc, name)
    return [values.get(token, default) for token in tokens.tolist()]


def words_of(doc: Doc) -> list[str]:
    """The text of each token, read at once."""
    return strings_of(doc, attrs.ORTH, np.arange(len(doc)))


def word_of_token(doc: Doc) -> list[int]:
    """(n_tokens + 1,) number of words (tokens that are no whitespace) before each token, and in all."""
    return [0, *np.cumsum(~blank_tokens(doc)).tolist()]


def blank_tokens(doc: Doc) -> np.ndarray:
    """(n_tokens,) bool, whether each token is whitespace."""
    return doc.to_array(attrs.IS_SPACE).astype(bool)


def sentence_starts(doc: Doc) -> np.ndarray:
    """(n_tokens,) bool, whether a sentence starts at each token; heads are in the sentence of their token.

    spaCy derives sentences from heads in a fixed number of passes. In a long sentence with many crossing arcs, as
    parsers give to text that is no language, these end too early, and a sentence starts within a tree.
    """
    columns = doc.to_array([attrs.HEAD, attrs.SENT_START]).astype(np.int64)
    return starts_around(np.arange(len(doc)) + columns[:, 0], columns[:, 1] == 1)


def mend_sentences(doc: Doc) -> None:
    """Write `sentence_starts` to a Doc with a parse, where spaCy's differ."""
    if not len(doc) or not doc.has_annotation("DEP"):
        return
    given, starts = doc.to_array(attrs.SENT_START).astype(np.int64) == 1, sentence_starts(doc)
    if not np.array_equal(given[1:], starts[1:]):
        column: Any = np.where(starts, 1, -1).astype(np.int64).view(np.uint64).reshape(-1, 1)
        doc.from_array([attrs.SENT_START], column)


def strings_of(doc: Doc, attribute: int, tokens: np.ndarray) -> list[str]:
    """The values of an attribute of some tokens; equal ones are one object, which takes less memory."""
    values = doc.to_array(attribute)[tokens].tolist()
    known = {value: doc.vocab.strings[value] for value in set(values)}
    return [known[value] for value in values]
