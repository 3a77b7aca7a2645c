"""Books: characters, quotations, who does what, who talks to whom and who meets whom; also in BookNLP's formats.

>>> import corefpipe
>>> from corefpipe.books import Book
>>> book = Book.from_document(corefpipe.resolve(Path("novel.txt").read_text(encoding="utf-8")))  # doctest: +SKIP
>>> book.characters.to_dataframe()  # doctest: +SKIP
>>> book.save("out")  # doctest: +SKIP
"""

from corefpipe.books.actions import Action, Actions
from corefpipe.books.aliases import Alias, Aliases
from corefpipe.books.book import Book
from corefpipe.books.characters import Character
from corefpipe.books.meetings import Meeting
from corefpipe.books.places import Part, Place
from corefpipe.books.speech import Speech
from corefpipe.books.talks import Talk
from corefpipe.formats.tables import Table

__all__ = [
    "Action",
    "Actions",
    "Alias",
    "Aliases",
    "Book",
    "Character",
    "Meeting",
    "Part",
    "Place",
    "Speech",
    "Table",
    "Talk",
]
