"""Lists of the words of books: headings, front and end matter."""

from __future__ import annotations

from corefpipe.lexicon.folder import WordLists, phrase_list, word_list


class BookLists(WordLists):
    """Words and phrases of books, in lower case."""

    # Words for a part that have a number, from the largest to the smallest: "VOLUME II", "Chapter the First".
    volume_words = word_list("books.toml", "volumes")
    book_words = word_list("books.toml", "books")
    part_words = word_list("books.toml", "parts")
    chapter_words = word_list("books.toml", "chapters")
    # Headings without a number: "Prologue".
    unnumbered_headings = phrase_list("books.toml", "unnumbered")
    contents_headings = phrase_list("books.toml", "contents")
    book_endings = phrase_list("books.toml", "endings")
    # What begins notes in brackets that are not the author's.
    illustration_words = word_list("books.toml", "illustrations")
    transcriber_notes = phrase_list("books.toml", "transcriber_notes")
