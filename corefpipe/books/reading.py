"""Checks of the texts of books before and after they are resolved."""

from __future__ import annotations

import re

from corefpipe.books.contents import BookContents
from corefpipe.document import Document
from corefpipe.exceptions import AnnotationError
from corefpipe.lexicon.languages import language_name, other_language

_WORD = re.compile(r"[^\W\d_]+")


def check_book(document: Document, language: str) -> None:
    """Check that a document has a text, and that it is in a language.

    Args:
        document: a raw text, or with words.
        language: code of the model's language; "" if it is unknown.

    Raises:
        AnnotationError: it is empty, or obviously in another language.
    """
    words = document.words or _WORD.findall(document.text)
    if not words:
        cure = "Name a file with the text of a book"
        raise AnnotationError("the text is empty", cure=cure, file=_file(document), document=document.name)
    found = other_language((word.lower() for word in words), language)
    if found:
        raise AnnotationError(
            f"the text looks like {found}, but the model is for {language_name(language)}",
            cure=f"Give a text in {language_name(language)}, or a model for {found}",
            file=_file(document),
            document=document.name,
        )


def check_people(book: BookContents, document: Document) -> None:
    """Check that the book of a document has characters.

    Raises:
        AnnotationError: nobody is mentioned twice.
    """
    if not book.characters:
        raise AnnotationError(
            "the text has no characters: it mentions no person more than once",
            cure="For the things and places in it use `corefpipe resolve --format entities`",
            file=_file(document),
            document=document.name,
        )


def _file(document: Document) -> str | None:
    return document.origin.file if document.origin else None
