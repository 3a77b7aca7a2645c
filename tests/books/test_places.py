"""Chapters, larger parts, headings and paragraphs of the words of a book."""

from __future__ import annotations

import re

from corefpipe.books.places import BookWords
from corefpipe.books.text import BookText, Chapter
from corefpipe.document import Document, Quotation
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import Words, tokenize

PROSE = "Ann slept. She was tired.\n\nBo woke her. It was late, and the lamp was out.\n\n" * 3
NESTED = "".join(
    f"VOLUME {volume}\n\n" + "".join(f"CHAPTER {chapter}\n\n{PROSE}" for chapter in ("I", "II"))
    for volume in ("I", "II")
)


def book_of(text: str) -> BookText:
    """The chapters of a text in which each heading begins with its level in capitals."""
    lines = [match.span() for match in re.finditer(r"^(VOLUME|CHAPTER) .*$", text, re.MULTILINE)]
    found = []
    for number, (start, end) in enumerate(lines):
        # A chapter ends at any heading, a volume at a volume: V comes after C.
        same = (other for other, _ in lines[number + 1 :] if text[other] >= text[start])
        found.append(Chapter(text[start:end], text[start:end].split()[0].lower(), start, next(same, len(text))))
    return BookText(text, (0, len(text)), found, lines, ignored=[], licensed=False, is_book=True)


def words_of(text: str, book: BookText | None = None, quotations: list[Quotation] | None = None) -> BookWords:
    found: Words = tokenize(text, Place("", ""), Reading())
    columns = found.columns() | {"paragraph_starts": None}
    return BookWords.of(Document("x", text=text, quotations=quotations or [], **columns), book)


def test_chapters_within_volumes():
    words = words_of(NESTED, book_of(NESTED))
    assert [(part.number, part.title, part.within) for part in words.parts] == [
        (1, "CHAPTER I", ("VOLUME I",)),
        (2, "CHAPTER II", ("VOLUME I",)),
        (3, "CHAPTER I", ("VOLUME II",)),
        (4, "CHAPTER II", ("VOLUME II",)),
    ]
    assert [part.end for part in words.parts][:-1] == [part.start for part in words.parts][1:]
    assert words.parts[0].start == 0  # with the heading of its volume
    headed = [word for word, heading in zip(words.document.words, words.heading, strict=True) if heading]
    assert headed[:4] == ["VOLUME", "I", "CHAPTER", "I"]
    assert words.chapter[-1] == 4


def test_what_is_left_out():
    title = "THE LAMP\n\nBy Bo Lee\n\n"
    words = words_of(title + NESTED + "\n\nTHE END\n")
    assert words.left_out() == (5, 2)
    assert words.parts[0].number == 1
    assert words_of(NESTED).left_out() == (0, 0)
    # Somebody speaks there, and no markers show that it is not the author's text.
    spoken = words_of(f'{title}"Go," said Ann.\n\n{NESTED}', quotations=[Quotation(6, 7)])
    assert spoken.left_out() == (0, 0)
    assert (spoken.parts[0].number, spoken.parts[0].start) == (0, 0)


def test_a_text_without_chapters():
    words = words_of(PROSE)
    assert [(part.number, part.title) for part in words.parts] == [(1, "")]
    assert words.body.all()
    assert not words.heading.any()


def test_places():
    words = words_of(PROSE)
    start = words.document.words.index("Bo")
    place = words.place(start, start + 4)
    assert place[:4] == (1, 2, start, start + 4)
    assert words.text[place.start_char : place.end_char] == "Bo woke her."
    assert words.size(start, start + 4) == 3
    assert words.written(start, start + 4) == "Bo woke her."
