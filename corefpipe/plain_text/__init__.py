"""How plain texts of books are laid out: chapters, and what is not the author's text."""

from corefpipe.plain_text.book_text import BookText, Chapter, read_book

__all__ = ["BookText", "Chapter", "read_book"]
