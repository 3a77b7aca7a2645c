"""Convert a Document, with words or raw text, to a spaCy Doc."""

from __future__ import annotations

from collections.abc import Collection

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corefpipe.chains.tokens import ENTITY_TYPE
from corefpipe.dialogue.docs import SPEAKER, begin_sentences, remember_turns, turns_of
from corefpipe.document import Document
from corefpipe.document.trees import check_heads
from corefpipe.exceptions import AnnotationError
from corefpipe.plain_text.docs import ReadAs, book_in, lay_out, tokenized
from corefpipe.utils.text import LONG_RUN, RUN_PARTS

PARSE_COLUMNS = ("tags", "pos", "feats", "lemmas", "heads")

_PARSE = {"heads": "heads", "deps": "relations", "pos": "universal parts of speech"}
_COLUMNS = _PARSE | {"tags": "tags", "feats": "features", "lemmas": "lemmas"}
"""Column of a parse -> what it is called."""


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


def _of_text(text: str, nlp: Language, read_as: ReadAs) -> Doc:
    """The Doc of a raw text, with the turns of a dialogue or the layout of a book."""
    book = book_in(text, nlp.lang or "en", read_as)
    doc = _tokenized(text, nlp) if book is None else tokenized(book, lambda plain: _tokenized(plain, nlp))
    begin_sentences(doc, remember_turns(doc, turns_of(doc)))
    if book is not None:
        lay_out(doc, book, read_as)
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
