"""The text of a book: its chapters, and what is not the author's text (see `corefpipe.plain_text`)."""

from corefpipe.plain_text import BookText, Chapter, read_book

__all__ = ["BookText", "Chapter", "read_book"]
