"""Convert a Document to a spaCy Doc, and a Doc with chains to a Document.

Importing this module registers the extensions `Token._.entity_type` and `Doc._.paragraph_starts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from spacy import attrs
from spacy.language import Language
from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from corefpipe.chains.coref import Coref
from corefpipe.chains.layout import ChainSpan, has_chains
from corefpipe.chains.quotations import QuotationSpan, quotation_spans
from corefpipe.dialogue.docs import SPEAKER, begin_sentences, remember_turns, turns_of
from corefpipe.document import Document, Mention, Quotation, sort_mentions
from corefpipe.document.naming import type_of
from corefpipe.document.trees import check_heads
from corefpipe.exceptions import AnnotationError
from corefpipe.plain_text.docs import ReadAs, book_in, lay_out, tokenized
from corefpipe.utils.text import LONG_RUN, RUN_PARTS

ENTITY_TYPE = "entity_type"
PARAGRAPHS = "paragraph_starts"
"""Extension of a Doc: indices of the first tokens of paragraphs, or None where nothing is known.

It stores whether a paragraph starts at a token, at least of the first one, as values of tokens survive retokenization.
"""
PARSE_COLUMNS = ("tags", "pos", "feats", "lemmas", "heads")

_PARSE = {"heads": "heads", "deps": "relations", "pos": "universal parts of speech"}
_COLUMNS = _PARSE | {"tags": "tags", "feats": "features", "lemmas": "lemmas"}
"""Column of a parse -> what it is called."""


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


def to_doc(
    document: Document, nlp: Language, keep: Collection[str] = ("sentence_starts",), read_as: ReadAs = "auto"
) -> Doc:
    """Make a Doc from the words of a document, or from its raw text.

    Speakers are always copied. In a raw text that is a dialogue, sentences begin with the turns, for the parser; in one
    that is a book, with headings, and what are no words of the author is hidden (see `corefpipe.plain_text.docs`).

    Args:
        document: with words, or a raw text.
        nlp: pipeline with the tokenizer and the vocabulary.
        keep: columns to copy from a document with words: `sentence_starts`, `entity_types`, and of the parse `tags`,
            `pos`, `feats`, `lemmas`, `heads` (with relations).
        read_as: how a raw text is read.

    Raises:
        AnnotationError: the document lacks a column of the parse in `keep`, its heads are no trees, or spaCy rejects
            its values or characters.
            Beside heads only relations and universal parts of speech are needed; of the others those are copied that
            there are.
    """
    _check_parse(document, keep)
    try:
        doc = _with_columns(document, nlp.vocab, set(keep)) if document.words else _of_text(document.text, nlp, read_as)
    except UnicodeEncodeError as error:  # spaCy keeps texts in UTF-8
        raise AnnotationError(
            f"the text contains half of a surrogate pair, {error.object[error.start]!r}, as of an emoji",
            cure='Replace it: text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")',
            document=document.name,
        ) from None
    if not document.words:
        return doc
    _set_values(doc, SPEAKER, document.speakers)
    if "entity_types" in keep:
        _set_values(doc, ENTITY_TYPE, document.entity_types)
    return doc


def from_doc(doc: Doc, name: str = "", like: Document | None = None) -> Document:
    """Make a Document from a Doc: words (tokens that are no whitespace), sentences, parse, mentions, quotations …

    A mention has the antecedent that it was linked to, where the Doc stores it (`Coref.antecedent`).

    Args:
        doc: with its chains, if it was resolved.
        name, like: see `with_mentions`.
    """
    mentions = _chain_spans(Coref(doc)) if has_chains(doc) else ()
    return with_mentions(doc, mentions, name, like, quotation_spans(doc))


def _chain_spans(coref: Coref) -> Iterator[ChainSpan]:
    for mention in coref.mentions:
        linked = coref.antecedent(mention)
        antecedent = None if linked is None else (linked.start, linked.end)
        yield ChainSpan(mention.start, mention.end, mention.id_, antecedent)


def with_mentions(
    doc: Doc,
    mentions: Iterable[ChainSpan],
    name: str = "",
    like: Document | None = None,
    quotations: Iterable[QuotationSpan] = (),
) -> Document:
    """`from_doc` with these mentions and quotations, whatever the Doc has.

    Args:
        doc: the words and their parse.
        mentions: the mentions.
        name: the document's name.
        like: the document that the Doc was made from. If it has words, its columns are kept and only its mentions
            and quotations replaced; if it is raw text, its name, part, genre and metadata are kept.
        quotations: the quotations.
    """
    if like is not None and like.words:
        return replace(
            like,
            sentence_starts=like.sentence_starts or _sentence_starts(doc, range(len(doc))),
            mentions=_mentions(doc, mentions, range(len(doc) + 1)),
            quotations=quotations_at(quotations, range(len(doc) + 1)),
            # Annotation that refers to the ids of the replaced chains is dropped.
            zeros=[],
            other=without_entity_references(like.other),
        )
    document = without_mentions(doc, name, like)
    position = word_of_token(doc)
    document.mentions = _mentions(doc, mentions, position)
    document.quotations = quotations_at(quotations, position)
    return document


def quotations_at(quotations: Iterable[QuotationSpan], position: Sequence[int]) -> list[Quotation]:
    """Quotations in words, where `position` has the word of each token; those without words are left out."""

    def words(place: tuple[int, int]) -> tuple[int, int] | None:
        start, end = position[place[0]], position[place[1]]
        return (start, end) if start < end else None

    placed = (one.placed(words) for one in quotations)
    return [_quotation(one) for one in placed if one is not None]


def _quotation(one: QuotationSpan) -> Quotation:
    """The quotation of a document, whose words are the tokens of this one."""
    return Quotation(
        one.start,
        one.end,
        one.entity,
        one.mention,
        one.probability,
        one.turn,
        one.cue,
        one.addressee,
        one.addressee_mention,
        one.addressee_probability,
    )


def quotations_of(document: Document) -> list[QuotationSpan]:
    """The quotations of a document, to write to a Doc whose tokens are its words."""
    return [
        QuotationSpan(
            one.start,
            one.end,
            one.turn,
            one.speaker,
            one.mention,
            one.probability,
            one.cue,
            one.addressee,
            one.addressee_mention,
            one.addressee_probability,
        )
        for one in document.quotations
    ]


def without_mentions(doc: Doc, name: str = "", like: Document | None = None) -> Document:
    """`from_doc` without the mentions: words, sentences, parse and speakers of a Doc."""
    blank = _blank(doc)
    kept = np.flatnonzero(~blank)
    parsed = doc.has_annotation("DEP")
    return Document(
        name=name if like is None else like.name,
        part=0 if like is None else like.part,
        genre="" if like is None else like.genre,
        metadata={} if like is None else like.metadata,
        words=_strings(doc, attrs.ORTH, kept),
        text=doc.text,
        offsets=doc.to_array(attrs.IDX)[kept].tolist(),
        spaces=(doc.to_array(attrs.SPACY).astype(bool) | np.append(blank[1:], False))[kept].tolist(),
        sentence_starts=_sentence_starts(doc, word_of_token(doc)),
        tags=_strings(doc, attrs.TAG, kept),
        pos=_strings(doc, attrs.POS, kept),
        feats=["" if feats == "_" else feats for feats in _strings(doc, attrs.MORPH, kept)],
        lemmas=_strings(doc, attrs.LEMMA, kept),
        heads=_heads(doc, blank) if parsed else None,
        deps=_strings(doc, attrs.DEP, kept) if parsed else None,
        speakers=_extension_values(doc, SPEAKER, kept),
        entity_types=_extension_values(doc, ENTITY_TYPE, kept),
    )


def _extension_values(doc: Doc, name: str, tokens: np.ndarray) -> list[str]:
    """The values of an extension of some tokens."""
    default: Any = Token.get_extension(name)[0]
    (values,) = token_values(doc, name)
    return [values.get(token, default) for token in tokens.tolist()]


def words_of(doc: Doc) -> list[str]:
    """The text of each token, read at once."""
    return _strings(doc, attrs.ORTH, np.arange(len(doc)))


def word_of_token(doc: Doc) -> list[int]:
    """(n_tokens + 1,) number of words (tokens that are no whitespace) before each token, and in all."""
    return [0, *np.cumsum(~_blank(doc)).tolist()]


def _blank(doc: Doc) -> np.ndarray:
    """(n_tokens,) bool, whether each token is whitespace."""
    return doc.to_array(attrs.IS_SPACE).astype(bool)


def _strings(doc: Doc, attribute: int, tokens: np.ndarray) -> list[str]:
    """The values of an attribute of some tokens; equal ones are one object, which takes less memory."""
    values = doc.to_array(attribute)[tokens].tolist()
    known = {value: doc.vocab.strings[value] for value in set(values)}
    return [known[value] for value in values]


def _heads(doc: Doc, blank: np.ndarray) -> list[int]:
    """For each word the number of its head; its own for a root, and where the head is whitespace."""
    tokens = np.flatnonzero(~blank)
    heads = tokens + doc.to_array(attrs.HEAD).astype(np.int64)[tokens]
    number = np.cumsum(~blank) - 1
    return np.where(blank[heads], number[tokens], number[heads]).tolist()


def _check_parse(document: Document, keep: Collection[str]) -> None:
    """Raise an error for a document without the columns to keep; beside trees, only parts of speech are needed."""
    trees = "heads" in keep
    wanted = {*keep, "deps"} & _PARSE.keys() if trees else keep
    missing = [what for name, what in _COLUMNS.items() if name in wanted and getattr(document, name) is None]
    if missing:
        raise AnnotationError(
            f"the file gives no parse: it has no {', '.join(missing)}" if document.words else "plain text has no parse",
            cure="Give CoNLL-U with UPOS, HEAD and DEPREL",
            settings={"parse": "predicted"},
            file=document.origin.file if document.origin else None,
            document=document.name,
        )
    if trees:
        check_heads(document)


def _with_columns(document: Document, vocab: Vocab, keep: set[str]) -> Doc:
    columns: dict[str, object] = {}
    for name in ("tags", "pos", "feats", "lemmas"):
        if name in keep:
            columns["morphs" if name == "feats" else name] = getattr(document, name)
    if "heads" in keep:
        deps = document.deps
        columns |= {"heads": document.heads, "deps": deps and ["ROOT" if dep == "root" else dep for dep in deps]}
    elif "sentence_starts" in keep and document.sentence_starts:
        starts = set(document.sentence_starts)
        columns["sent_starts"] = [i in starts for i in range(len(document))]
    try:
        return Doc(vocab, words=document.words, spaces=document.spaces, **columns)  # type: ignore[arg-type]
    except UnicodeEncodeError:
        raise
    except ValueError as error:
        raise AnnotationError(
            f"spaCy rejects the given columns: {' '.join(str(error).split())}",
            cure="Correct them, or let the pipeline predict them",
            document=document.name,
        ) from error


def _set_values(doc: Doc, extension: str, column: list[str] | None) -> None:
    for token, value in zip(doc, column or (), strict=column is not None):
        if value:
            token._.set(extension, value)


def _sentence_starts(doc: Doc, position: Sequence[int]) -> list[int]:
    if not len(doc) or not doc.has_annotation("SENT_START"):
        return []
    total = int((~_blank(doc)).sum())
    first = doc.to_array(attrs.SENT_START).astype(np.int64) == 1
    first[0] = True
    return sorted({start for token in np.flatnonzero(first).tolist() if (start := position[token]) < total})


def without_entity_references(other: dict[str, list[str]]) -> dict[str, list[str]]:
    """The other columns without CorefUD's bridging and split antecedents in MISC, which refer to entity ids."""
    if not any("SplitAnte=" in value or "Bridge=" in value for value in other.get("misc", ())):
        return other
    kept = [
        "|".join(item for item in value.split("|") if not item.startswith(("SplitAnte=", "Bridge=")))
        for value in other["misc"]
    ]
    return {**other, "misc": kept}


def _mentions(doc: Doc, spans: Iterable[ChainSpan], position: Sequence[int]) -> list[Mention]:
    """Mentions in words, where `position` has the word of each token; those of an entity have one type."""
    found = []
    told: dict[str, list[str]] = {}
    types = _extension_values(doc, ENTITY_TYPE, np.arange(len(doc)))
    for start, end, id, linked in spans:
        head = doc[start:end].root.i
        mention = Mention(position[start], position[end], id, position[head])
        mention.antecedent = None if linked is None else (position[linked[0]], position[linked[1]])
        told.setdefault(id, []).append(types[head])
        found.append(mention)
    of_entity = {id: type_of(several) for id, several in told.items()}
    for mention in found:
        mention.type = of_entity[mention.entity]
    return sort_mentions(found)


def _of_text(text: str, nlp: Language, read_as: ReadAs) -> Doc:
    """The Doc of a raw text, with the turns of a dialogue or the layout of a book."""
    book = book_in(text, nlp.lang or "en", read_as)
    doc = _tokenized(text, nlp) if book is None else tokenized(book, lambda plain: _tokenized(plain, nlp))
    begin_sentences(doc, remember_turns(doc, turns_of(doc)))
    if book is not None:
        lay_out(doc, book, whole=read_as == "auto" and not book.licensed)
    return doc


def _tokenized(text: str, nlp: Language) -> Doc:
    """Tokenize a text; long runs without whitespace, which take the tokenizer too long, are split by a regex."""
    pieces: list[Doc] = []
    end = 0
    for run in LONG_RUN.finditer(text):
        parts = RUN_PARTS.findall(run[0])
        pieces += [nlp.tokenizer(text[end : run.start()])] * (run.start() > end)
        pieces.append(Doc(nlp.vocab, words=parts, spaces=[False] * len(parts)))
        end = run.end()
    if not pieces:
        return nlp.tokenizer(text)
    pieces.append(nlp.tokenizer(text[end:]))
    doc = Doc.from_docs([piece for piece in pieces if len(piece)], ensure_whitespace=False)
    assert doc is not None
    return doc
