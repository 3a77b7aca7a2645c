"""Text and documents to chains: the one way that the component, the commands, batches and evaluation go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, overload

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.chains.documents import with_mentions
from corefpipe.document import UNNAMED, Document, Documents
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.parsing import pipelines
from corefpipe.parsing.annotate import KEPT, SHORT, ParseSource, Watch, annotate, unwatched
from corefpipe.plain_text.docs import ReadAs, check_read_as
from corefpipe.resolver.joint import TOKENS
from corefpipe.resolver.learning import Annotated
from corefpipe.resolver.loading import check_parser, load_resolver, with_vectors
from corefpipe.resolver.model import Known, Resolver
from corefpipe.resolver.overrides import NO_OVERRIDES, Overrides
from corefpipe.resolver.resolution import Resolution
from corefpipe.resolver.settings import MentionSource
from corefpipe.utils.batches import in_batches
from corefpipe.utils.memory import release_after
from corefpipe.utils.text import with_article


class Resolved(NamedTuple):
    """A document and the chains that were found in it.

    Attributes:
        doc: the parsed Doc, to which nothing is written.
        source: the document that it was made of.
        resolution: the mentions, their chains and probabilities.
        singletons: whether mentions that corefer with no other are given as well.
    """

    doc: Doc
    source: Document
    resolution: Resolution
    singletons: bool

    def document(self) -> Document:
        """The document with the chains and quotations instead of its own."""
        mentions = self.resolution.chain_spans(self.singletons)
        quotations = self.resolution.quotation_spans(self.singletons)
        return with_mentions(self.doc, mentions, like=self.source, quotations=quotations)


@overload
def resolve(  # type: ignore[overload-overlap]  # a text is one document, though strings are iterable
    documents: str | Document,
    model: str | Path | Resolver = ...,
    *,
    mentions: MentionSource = ...,
    parse: ParseSource = ...,
    min_probability: float | None = ...,
    threshold: float | None = ...,
    gamma: float | None = ...,
    mention_window: int | None = ...,
    constraints: Sequence[str] | None = ...,
    read_as: ReadAs = ...,
) -> Document: ...
@overload
def resolve(
    documents: Iterable[str | Document],
    model: str | Path | Resolver = ...,
    *,
    mentions: MentionSource = ...,
    parse: ParseSource = ...,
    min_probability: float | None = ...,
    threshold: float | None = ...,
    gamma: float | None = ...,
    mention_window: int | None = ...,
    constraints: Sequence[str] | None = ...,
    read_as: ReadAs = ...,
) -> Documents: ...
def resolve(
    documents: str | Document | Iterable[str | Document],
    model: str | Path | Resolver = "en",
    *,
    mentions: MentionSource = "predicted",
    parse: ParseSource = "predicted",
    min_probability: float | None = None,
    threshold: float | None = None,
    gamma: float | None = None,
    mention_window: int | None = None,
    constraints: Sequence[str] | None = None,
    read_as: ReadAs = "auto",
) -> Document | Documents:
    """Find the coreference chains of a text, or of documents.

    >>> import corefpipe
    >>> corefpipe.resolve("Ann lost her keys. She found them.").chains()  # doctest: +SKIP
    >>> corefpipe.resolve(corefpipe.read("corpus/"))  # doctest: +SKIP

    Args:
        documents: a text or Document, which gives a Document; or several, which give an iterator of Documents: long
            ones are resolved one by one, short ones in batches.
        model: a name such as "en", a folder that `corefpipe train` wrote (see `load_resolver`), or a Resolver.
        mentions: "predicted" finds the mentions; "gold" clusters those of the documents.
        parse: "predicted" parses the words; "given" takes tags and trees from the documents.
        min_probability: no mentions are linked with a calibrated probability below it, in [0, 1]; None lets the
            model's threshold decide.
        threshold: added to the score of starting a chain, instead of `min_probability`; None is the model's.
        gamma: temperature of the decoder in [0, 1]; None is the model's.
        mention_window: how many mentions before it a mention is compared with; None is the model's.
        constraints: names of the constraints that hold whatever the scores say, such as "reflexives"; none if it is
            empty; None are the model's.
        read_as: how a raw text is read: "auto" finds out whether it is a book, whose headings are sentences, and whose
            licence, page numbers and marks of emphasis are no words; "book" reads it as one, "plain" as none.

    Returns:
        The documents with words, sentences, parse and mentions; words and speakers stay as given.

    Raises:
        ModelError: no such model, or one without a parser where the documents' parses are not given.
        SettingError: the decoder has no such setting, or the value is outside its range; an unknown `read_as`.
        AnnotationError: a document lacks what is taken from it.
    """
    if not isinstance(documents, Document | Iterable) or isinstance(documents, Doc | bytes | Mapping):
        raise _not_a_document(documents)
    given = Overrides(
        min_probability=min_probability,
        threshold=threshold,
        gamma=gamma,
        mention_window=mention_window,
        constraints=constraints,
    )
    resolver, nlp = loaded(model, given, parse)
    if isinstance(documents, str | Document):
        return next(resolve_documents([documents], resolver, nlp, mentions=mentions, parse=parse, read_as=read_as))
    found = resolve_documents(documents, resolver, nlp, mentions=mentions, parse=parse, read_as=read_as)
    return Documents(found, "corefpipe.resolve")


def loaded(
    model: str | Path | Resolver, settings: Overrides = NO_OVERRIDES, parse: ParseSource = "predicted"
) -> tuple[Resolver, Language]:
    """A model and its base pipeline, which are loaded once (see `resolve` for the arguments and errors).

    Whoever gives them to others gives a copy of the model (`Resolver.copied`), since all callers share it.
    """
    if not isinstance(model, Resolver):
        resolver = _cached_resolver(str(model), _changed(Path(model) / "resolver.toml"), settings)
    elif settings == NO_OVERRIDES:
        resolver = model
    else:
        raise SettingError("settings beside a Resolver", cure="Change its own: resolver.configure(min_probability=…)")
    check_parser(resolver, str(model), parse)
    nlp = _cached_base(resolver.base, _changed(Path(resolver.base) / "config.cfg"))
    return resolver, with_vectors(nlp, resolver)


def resolve_documents(
    documents: Iterable[str | Document],
    resolver: Resolver,
    nlp: Language,
    *,
    mentions: MentionSource = "predicted",
    parse: ParseSource = "predicted",
    watch: Watch = unwatched,
    read_as: ReadAs = "auto",
    known: Known | None = None,
) -> Iterator[Document]:
    """`resolve` with a model and a base pipeline that are loaded.

    `watch` and `read_as` are those of `annotate`, `known` is that of `Resolver.resolve`.
    """
    found = resolve_in_detail(
        documents, resolver, nlp, mentions=mentions, parse=parse, watch=watch, read_as=read_as, known=known
    )
    return (resolved.document() for resolved in found)


def resolve_in_detail(
    documents: Iterable[str | Document],
    resolver: Resolver,
    nlp: Language,
    *,
    mentions: MentionSource = "predicted",
    parse: ParseSource = "predicted",
    watch: Watch = unwatched,
    reasons: int = 0,
    read_as: ReadAs = "auto",
    known: Known | None = None,
) -> Iterator[Resolved]:
    """`resolve_documents` with probabilities, antecedents and, for each link, so many reasons."""
    check_read_as(read_as)
    annotated = annotate(_checked(documents, mentions), nlp, KEPT[parse], watch, read_as)
    return resolve_docs(annotated, resolver, mentions, reasons, known)


def resolve_docs(
    annotated: Iterable[Annotated],
    resolver: Resolver,
    mentions: MentionSource = "predicted",
    reasons: int = 0,
    known: Known | None = None,
) -> Iterator[Resolved]:
    """Find the chains of parsed Docs.

    Args:
        annotated: Docs with their documents, word for word.
        resolver: the model.
        mentions: "predicted" finds the mentions; "gold" clusters those of the documents.
        reasons: number of reasons to find for each link.
        known: see `Resolver.resolve`; with it each Doc is resolved by itself.
    """
    for batch in in_batches(annotated, lambda one: len(one[0]), 0 if reasons else SHORT, TOKENS):
        given = [(doc, document if mentions == "gold" else None) for doc, document in batch]
        for (doc, document), resolution in zip(batch, _resolutions(given, resolver, reasons, known), strict=True):
            release_after(len(doc))
            yield Resolved(doc, document, resolution, resolver.singletons)


def _resolutions(
    given: Sequence[tuple[Doc, Document | None]], resolver: Resolver, reasons: int, known: Known | None
) -> Iterator[Resolution]:
    """What `Resolver.resolve_all` finds; the error of one Doc is raised after what was found in those before it."""
    if known is not None:
        yield from (resolver.resolve(*one, reasons, known) for one in given)
        return
    try:
        found = resolver.resolve_all(given, reasons)
    except Exception:
        if len(given) > 1:
            yield from (resolver.resolve(*one, reasons) for one in given)
        raise  # each Doc by itself can be resolved: that several cannot is a fault of ours
    yield from found


def _checked(documents: Iterable[str | Document], mentions: MentionSource) -> Iterator[Document]:
    for entry in documents:
        document = Document(UNNAMED, text=entry) if isinstance(entry, str) else entry
        if not isinstance(document, Document):
            raise _not_a_document(document)
        if mentions == "gold" and not document.words and document.text.strip():
            raise AnnotationError(
                "plain text has no mentions of its own",
                cure="Give annotated files",
                settings={"mentions": "predicted"},
                document=document.name,
            )
        yield document


def _not_a_document(entry: object) -> AnnotationError:
    return AnnotationError(
        f"{with_article(type(entry).__name__)} is neither a text nor a Document",
        cure="For files use corefpipe.read(path); for spaCy Docs the component: nlp = corefpipe.load()",
    )


def _changed(file: Path) -> int:
    """When a file was changed, so that a folder that is written again is loaded again; 0 without the file."""
    return file.stat().st_mtime_ns if file.is_file() else 0


@lru_cache(maxsize=4)
def _cached_resolver(model: str, changed: int, settings: Overrides) -> Resolver:
    return load_resolver(model).configured(settings)


@lru_cache(maxsize=2)
def _cached_base(base: str, changed: int) -> Language:
    return pipelines.load_base(base)
