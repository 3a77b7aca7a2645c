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


SHORT = "“I shall not go,” said Ann, “unless you come.”\n\n“I stay,” Tom answered.\n\n"


@pytest.mark.parametrize(
    "headings",
    [
        ["CHAPTER I", "CHAPTER II", "CHAPTER III"] * 2,
        ["CHAPTER I"] * 60,
        ["PART ONE", "CHAPTER I", "CHAPTER II", "PART TWO", "CHAPTER I", "CHAPTER II"],
        [*(f"VOLUME {volume}\n\nBOOK I\n\nCHAPTER I" for volume in "I II III".split())],
        ["PART I\n\nCHAPTER I", "CHAPTER II", "PART II\n\nCHAPTER I", "CHAPTER II"] * 2,
    ],
)
@pytest.mark.parametrize("below", [SHORT, "He died.\n\n", PROSE + "\n\n"])
def test_chapters_that_are_numbered_anew(headings, below):
    text = "".join(f"{heading}\n\n{below}" for heading in headings)
    book = read_book(text)
    assert [one.title for one in book.chapters] == "\n\n".join(headings).split("\n\n")
    assert book.body == (0, len(text.rstrip()))


def test_numbers_that_begin_again():
    numbers = ["I", "II", "III"]
    assert [title for _, title in chapters("".join(f"{one}\n\n{PROSE}\n\n" for one in numbers * 2))] == numbers * 2
    contents = "I. The Sea\n\nII. The Land\n\nIII. The Town\n\n"
    whole = "".join(f"{one}\n\n{PROSE}\n\n" for one in contents.split("\n\n") if one)
    assert chapters(f"CONTENTS\n\n{contents}\n\n{whole}") == chapters(whole)


@pytest.mark.parametrize("page", ["", " . . . . . 12", " ..... 7"])
@pytest.mark.parametrize("summary", ["", "In which a bear is met by Tom, who runs.\n\n", "The Bear.\n\n"])
def test_tables_of_contents(page, summary):
    headings = [
        "PART ONE",
        "CHAPTER I. The Bear",
        "CHAPTER II. The Wolf",
        "PART TWO",
        "CHAPTER I. Ann",
        "CHAPTER II. Bo",
    ]
    contents = "\n\n".join(f"{one}{page}" + f"\n\n{summary}" * one.startswith("C") for one in headings)
    whole = "".join(f"{one}\n\n" + f"{summary}{SHORT}" * one.startswith("C") for one in headings)
    book = read_book(f"THE BEAR\n\nCONTENTS\n\n{contents}\n\n\n{whole}")
    assert book.body[0] == len(book.text) - len(whole)
    assert [(one.level, one.title) for one in book.chapters] == chapters(whole)
    assert len(book.chapters) == len(headings)


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


@pytest.mark.parametrize(
    "novel",
    [
        "829_gullivers_travels_into_several_remote_nations_of_the_world",
        "24_o_pioneers",
        "432_the_ambassadors",
        "2166_king_solomons_mines",
    ],
)
def test_novels_that_number_anew(corpora, novel):
    text = (corpora / "novels" / f"{novel}.txt").read_text(encoding="utf-8")
    titles = [title for _, title in chapters(text)]
    assert [title for _, title in chapters(f"{text}\n\n\n{text}")] == titles * 2
    headings = [text[start:end] for start, end in read_book(text).headings]
    contents = "\n\n".join(headings)
    assert [title for _, title in chapters(f"CONTENTS\n\n{contents}\n\n\n{text}")] == titles


def test_a_novel_of_short_chapters(corpora):
    text = (corpora / "novels" / "2166_king_solomons_mines.txt").read_text(encoding="utf-8")
    places = read_book(text).headings
    ends = [*(start for start, _ in places[1:]), len(text)]
    short = "".join(f"{text[a:b]}\n\n{text[b:end].strip()[:60]}.\n\n" for (a, b), end in zip(places, ends, strict=True))
    titles = [title for _, title in chapters(text)]
    assert [title for _, title in chapters(short * 3)] == titles * 3
