"""Checks of documents that a model is to learn from, before there is work to lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.lexicon.languages import has_few_function_words, language_code, language_name, other_language
from corefpipe.parsing.annotate import Entry
from corefpipe.parsing.pipelines import BLANK, NEW, language_of


def check_chains(part: str, entries: Sequence[Entry]) -> None:
    """Raise AnnotationError if there are documents, but none with chains."""
    documents = [entry if isinstance(entry, Document) else entry[1] for entry in entries]
    if documents and not any(document.mentions for document in documents):
        raise AnnotationError(f"no coreference in the {part} documents", cure="They need chains to learn from")


def check_language(base: str, part: str, entries: Iterable[Entry]) -> None:
    """Check that documents are in the language of the base pipeline; parsed Docs are not looked at.

    A blank base is not checked: it reads given parses, and its language, which the caller chose, only has word lists.

    Args:
        base: name or folder of the base pipeline (see `corefpipe.parsing.pipelines.load_base`).
        part: what the documents are, for the error: "train".
        entries: the documents.

    Raises:
        AnnotationError: they are obviously in another language (see `corefpipe.lexicon.languages.other_language`), or
            have hardly any function word of the expected one.
    """
    if base.startswith(BLANK):
        return
    expected = language_of(base.replace(NEW, BLANK, 1))
    documents = [entry for entry in entries if isinstance(entry, Document)]
    words = [word.lower() for document in documents for word in document.words or document.text.split()]
    found = other_language(words, expected)
    if not found and not has_few_function_words(words, expected):
        return
    new = f"{NEW}{language_code(found) or 'LANGUAGE'}"
    looks = f"look like {found}" if found else f"do not look like {language_name(expected)}"
    has_trees = all(document.heads is not None for document in documents)
    cure = "Give a base pipeline that parses their language with Universal Dependencies"
    raise AnnotationError(
        f"the {part} documents {looks}, but the base pipeline '{base}' is for {language_name(expected)}",
        cure=cure if has_trees else f"{cure}, or documents with trees, from which the base {new} learns to parse",
        settings={"base": new} if has_trees else None,
    )
