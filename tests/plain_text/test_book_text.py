"""Books in Project Gutenberg's layout: short ones of our own, and whole novels."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from corefpipe.books.text import BookText, read_book

MILL = (Path(__file__).parent / "mill.txt").read_text(encoding="utf-8")
PROSE = (
    "He walked to the river and saw that the boat, which he had built with his own hands, was gone from its place. "
    * 20
)


def chapters(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(one.level, one.title) for one in read_book(text, language).chapters]


def parts(book: BookText) -> list[str]:
    return [book.text[start:end] for start, end in book.ignored]


def test_licence_title_page_and_contents_are_not_in_the_body():
    book = read_book(MILL)
    start, end = book.body
    assert MILL[start:end].startswith("CHAPTER I\n\nThe Wheel\n\n_Emma_ walked")
    assert MILL[start:end].endswith("nothing of the world.")
    assert book.licensed
    assert book.is_book
    assert book.text is MILL


def test_chapters_end_where_the_next_begins():
    book = read_book(MILL)
    assert [one.title for one in book.chapters] == ["CHAPTER I. The Wheel", "CHAPTER II. MR. LORRY'S DREAM"]
    first, second = book.chapters
    assert (first.start, first.end, second.end) == (book.body[0], second.start, book.body[1])
    assert book.chapter_at(MILL.index("He dreamed")) == second
    assert book.chapter_at(0) is None
    assert [MILL[a:b] for a, b in book.headings] == ["CHAPTER I\n\nThe Wheel", "CHAPTER II\n\nMR. LORRY'S DREAM"]


def test_marks_are_ignored():
    inside = [part for part in parts(read_book(MILL))[1:-1] if part != "_"]
    assert inside == ["[1]", '[Illustration: "You are late," said Mr. Lorry.]']
    assert parts(read_book("D__n it, _he_ said {12} [Pg 13].")) == ["_", "_", "{12}", "[Pg 13]"]


@pytest.mark.parametrize(
    ("headings", "levels"),
    [
        (["CHAPTER I.", "CHAPTER II."], "chapter chapter"),
        (["Chapter the First", "The Second Chapter."], "chapter chapter"),
        (["PART ONE--The Sea", "CHAPTER 1. Home"], "part chapter"),
        (["VOLUME II", "CHAP. I.", "Chap. II."], "volume chapter chapter"),
        (["PROLOGUE", "Chapter Twenty-One. The Heir"], "chapter chapter"),
        (["I", "II. The Market-Place", "III"], "chapter chapter chapter"),
        (["Book First", "I", "II", "III"], "book chapter chapter chapter"),
        (["ACT I", "SCENE I. A street", "SCENE II. The same"], "part chapter chapter"),
        (["THE SISTERS", "AN ENCOUNTER", "ARABY"], "chapter chapter chapter"),
    ],
)
def test_headings(headings, levels):
    text = "".join(f"\n\n\n{heading}\n\n{PROSE}" for heading in headings)
    assert chapters(text) == list(zip(levels.split(), headings, strict=True))


def test_numbers_within_chapters_are_headings_of_sections():
    book = read_book("".join(f"{one}\n\n{PROSE}\n\n" for one in ("CHAPTER I", "II", "CHAPTER II")))
    assert [one.title for one in book.chapters] == ["CHAPTER I", "CHAPTER II"]
    assert [book.text[start:end] for start, end in book.headings] == ["CHAPTER I", "II", "CHAPTER II"]


@pytest.mark.parametrize(
    "below", ["The Missing Heir.", "\nThe Missing Heir", "\nTHE MISSING HEIR, AND WHAT\nCAME OF IT"]
)
def test_titles_below_the_number(below):
    title = " ".join(below.split())
    (found,) = read_book(f"_Chapter 4_\n{below}\n\n{PROSE}").chapters
    assert found.title in (f"Chapter 4 {title}", f"Chapter 4. {title}")


@pytest.mark.parametrize(
    "line",
    [
        "Part two of the plan was ready.",
        "“A chap. I don't know his name.”",
        "The second letter was from the Prime Minister.",
        "I",
        "Chapter and verse",
    ],
)
def test_lines_that_are_no_headings(line):
    assert chapters(f"{PROSE}\n\n{line}\n\n{PROSE}") == []


def test_a_book_within_a_chapter_is_no_part():
    text = "".join(
        f"{one}\n\n{PROSE}\n\n" for one in ("CHAPTER 1", "CHAPTER 2", "BOOK I. The Whale", "BOOK II. The Shark")
    )
    assert [level for level, _ in chapters(text)] == ["chapter", "chapter"]


def test_a_part_contains_its_chapters():
    text = "".join(f"{one}\n\n{PROSE}\n\n" for one in ("BOOK I", "CHAPTER I", "CHAPTER II", "BOOK II", "CHAPTER I"))
    book = read_book(text)
    first, one, two, second, last = book.chapters
    assert (first.start, first.end) == (0, second.start)
    assert (one.end, two.end, second.end, last.end) == (two.start, second.start, book.body[1], book.body[1])
    assert book.chapter_at(two.start) == two


def test_german_headings():
    assert chapters(f"Erstes Kapitel\n\n{PROSE}\n\nKapitel 2\n\n{PROSE}", "de") == [
        ("chapter", "Erstes Kapitel"), ("chapter", "Kapitel 2")
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", " \n\n ", "One line.", PROSE, "I\n\nII\n\nIII"])
def test_another_text_is_all_body(text):
    book = read_book(text)
    assert (book.body, book.chapters, book.ignored, book.is_book) == ((0, len(text)), [], [], False)


def test_small_print_and_notes_around_the_text():
    text = f"Small print of 1994.\n*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*\n\n{PROSE}\n\n"
    start, end = read_book(f"{text}\n\nTHE END\n\nEnd of the Project Gutenberg Etext of the River\n").body
    assert text[start:end] == PROSE.strip()
    start, end = read_book(f"CHAPTER 1\n\n{PROSE}\n\nTranscriber's Notes:\n\nSpelling was kept.\n").body
    assert end == len(f"CHAPTER 1\n\n{PROSE}".rstrip())


@pytest.mark.parametrize("filler", ["CHAPTER I\n\n", "[Illustration: ", "_a ", "\n \n", "I. A\n\n", "[1] {2} "])
def test_time_is_linear(filler):
    times = []
    for size in (40_000, 160_000):
        text = filler * (size // len(filler))
        times.append(min(_time(text) for _ in range(2)))
    assert times[1] < 10 * times[0] + 0.1


def _time(text: str) -> float:
    start = process_time()
    read_book(text)
    return process_time() - start


@pytest.mark.parametrize(
    ("novel", "levels"),
    [
        ("1342_pride_and_prejudice", {"chapter": 61}),
        ("158_emma", {"volume": 3, "chapter": 55}),
        ("36_the_war_of_the_worlds", {"book": 2, "chapter": 27}),
        ("24_o_pioneers", {"part": 5, "chapter": 30}),
        ("33_the_scarlet_letter", {"chapter": 24}),
        ("2814_dubliners", {"chapter": 15}),
        ("2489_moby_dick", {"chapter": 137}),
    ],
)
def test_whole_novels(corpora, novel, levels):
    text = (corpora / "novels" / f"{novel}.txt").read_text(encoding="utf-8")
    book = read_book(text)
    found = [one.level for one in book.chapters]
    assert {level: found.count(level) for level in found} == levels
    assert book.body[1] - book.body[0] > 0.99 * len(text)
