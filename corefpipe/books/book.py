"""A book that can be saved."""

from __future__ import annotations

from pathlib import Path

from corefpipe.books.contents import BookContents
from corefpipe.books.files import save_book


class Book(BookContents):
    """The tables of a resolved text, each made when it is first asked for, in time linear in the length of the text.

    >>> book = Book.from_document(corefpipe.resolve(text))  # doctest: +SKIP
    >>> book.characters[0].name  # doctest: +SKIP
    >>> book.save("out")  # doctest: +SKIP
    """

    def save(self, folder: str | Path) -> None:
        """Write all tables, BookNLP's files and the pages into a folder (see `corefpipe.books.files`).

        Args:
            folder: is created if it does not exist; files of the same names are replaced, all at once.

        Raises:
            SettingError: the folder cannot be created or written to.
        """
        save_book(self, Path(folder))
