"""All of BookNLP's files of a book."""

from __future__ import annotations

from corefpipe.books.booknlp.characters import characters_json
from corefpipe.books.booknlp.entities import Numbered
from corefpipe.books.booknlp.html import book_html
from corefpipe.books.booknlp.tables import entities_table, quotes_table, tokens_table
from corefpipe.books.contents import BookContents


def booknlp_files(book: BookContents, name: str = "book") -> dict[str, str]:
    """Name of each file -> its text: `.tokens`, `.entities`, `.quotes`, `.book` and `.book.html`.

    >>> from corefpipe.books.booknlp import booknlp_files
    >>> sorted(booknlp_files(book))
    ['book.book', 'book.book.html', 'book.entities', 'book.quotes', 'book.tokens']

    Args:
        book: the book.
        name: of the files, before the extension; BookNLP calls it the book's id.
    """
    entities = Numbered(book)
    return {
        f"{name}.tokens": tokens_table(book),
        f"{name}.entities": entities_table(entities),
        f"{name}.quotes": quotes_table(entities),
        f"{name}.book": characters_json(entities),
        f"{name}.book.html": book_html(entities),
    }
