"""The page with the text of a book: paragraphs that links lead to, and speech with its speakers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from corefpipe.books.contents import BookContents
from corefpipe.books.page import shown_characters
from corefpipe.books.speech import Speech, with_marks
from corefpipe.report.pages.shell import label, render
from corefpipe.utils.emphasis import emphasised
from corefpipe.utils.html import escaped, sign_of

INDEX = "index.html"
"""Name of the page of the book."""


class _Paragraph(NamedTuple):
    """A paragraph: its number, its words [start, end), and the indices of what is said in it."""

    number: int
    start: int
    end: int
    said: list[int]


def text_page(book: BookContents) -> str:
    """One self-contained HTML file: the text by chapters, each paragraph with an anchor such as `#p12`.

    A speech has the name of its speaker before it, which leads to the speaker on the page of the book, and a link to
    the next speech of the same speaker.
    """
    signs = {one.entity: sign_of(rank)[0] for rank, one in enumerate(shown_characters(book))}
    following, html = _following(book), emphasised(book.words.text)
    chapters = []
    for part, paragraphs in groupby(_paragraphs(book), key=lambda one: book.words.part_of(one.start)):
        text = "".join(_paragraph(book, one, html, following, signs) for one in paragraphs)
        chapters.append({"title": label(book.parts[part].title), "html": Markup(text)})  # nosec B704: escaped by emphasised
    scripts, styles = ("page.js", "book.js"), ("book.css", "book_text.css")
    title = label(book.title)
    return render("book_text.html.j2", scripts, styles, title=title, index=INDEX, chapters=chapters)


def _following(book: BookContents) -> dict[int, int]:
    """Turn -> paragraph of the next turn of the same speaker, where there is one."""
    found: dict[int, int] = {}
    before: dict[str, Speech] = {}
    for one in book.quotations:
        last = before.get(one.entity)
        if last is not None and last.turn != one.turn:
            found.setdefault(last.turn, one.place.paragraph)
        before[one.entity] = one
    return found


def _paragraphs(book: BookContents) -> Iterator[_Paragraph]:
    """The paragraphs of the book, without the header and licence of its edition."""
    speech, words = book.quotations, book.words
    at, goes_on = 0, list[int]()
    for paragraph in words.paragraphs:
        if paragraph.first == paragraph.last or not words.body[paragraph.first]:
            continue
        said = [index for index in goes_on if speech[index].place.end > paragraph.first]
        while at < len(speech) and speech[at].place.start < paragraph.last:
            said.append(at)
            at += 1
        number = 0 if paragraph.continues else int(words.paragraph[paragraph.first])
        yield _Paragraph(number, paragraph.first, paragraph.last, said)
        goes_on = [index for index in said if speech[index].place.end > paragraph.last]


def _paragraph(
    book: BookContents,
    one: _Paragraph,
    html: Callable[[int, int], str],
    following: Mapping[int, int],
    signs: Mapping[str, int],
) -> str:
    """A paragraph with what is said in it; nested quotations stand in the outer one.

    Args:
        book: the book.
        one: the paragraph.
        html: gives a part of the text as HTML.
        following: see `_following`.
        signs: entity id -> number of its colour, of the characters that are shown.
    """
    begin, last = book.words.place(one.start, one.end)[-2:]
    parts: list[str] = []
    done = begin
    for index in one.said:
        speech = book.quotations[index]
        place = book.words.place(*with_marks(book.document, speech))
        start, end = max(place.start_char, begin), min(place.end_char, last)
        if start < done:
            continue
        opening = _speaker(speech, following, signs) if speech.place.start >= one.start else ""
        parts += (html(done, start), opening, f"<q>{html(start, end)}</q>")
        done = end
    anchor = f" id=p{one.number}" if one.number else ""
    tag = "h2" if book.words.heading[one.start] else "p"
    return f"<{tag}{anchor}>{''.join(parts)}{html(done, last)}</{tag}>\n"


def _speaker(one: Speech, following: Mapping[int, int], signs: Mapping[str, int]) -> str:
    name = escaped(label(one.speaker)) or "?"
    to = f" → {escaped(label(one.addressee))}" if one.addressee else ""
    link = f'<a href="{INDEX}#c-{escaped(one.entity)}">{name}</a>' if one.entity in signs else name
    after = following.get(one.turn) if one.entity else None
    arrow = f' <a href="#p{after}" title="next speech of the same speaker">▸</a>' if after else ""
    sign = f" c{signs[one.entity]}" if one.entity in signs else ""
    return f'<span class="who{sign}">{link}{to}{arrow}</span>'
