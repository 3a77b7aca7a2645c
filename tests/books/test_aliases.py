"""Aliases: files that people edit, their errors, and what they force in chains."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefpipe import resolve
from corefpipe.books import Aliases, Book
from corefpipe.books.files import aliases_toml
from corefpipe.exceptions import FormatError

TEXT = """“I shall not go,” said Ann Lee, “unless Mr. Hall comes.”

“I stay,” Tom answered. He folded the letter and put it into his pocket.

“Why, Captain?” Miss Lee asked him. Ann was sad. Robert Hall was in the garden with Hall the elder.

Robert smiled. “Mr. Hall is coming,” said the Captain to her.
"""
SPLIT = """# by hand
[[person]]
name = "Captain Tom Brown"
gender = "female"
names = ["Tom", "the Captain", "Captain"]

[[person]]
name = "Bob"
names = ['Robert', "Robert Hall"]

[[person]]
name = "Old Hall"
names = ["Mr. Hall"]
"""


def chains(document) -> list[set[str]]:
    found: dict[str, set[str]] = {}
    for mention in document.mentions:
        found.setdefault(mention.entity, set()).add(document.surface(mention))
    return list(found.values())


def of(document, name: str) -> set[str]:
    """The mentions of the only chain that has a name."""
    (found,) = (chain for chain in chains(document) if name in chain)
    return found


def test_names_are_forced_together_and_apart():
    before = resolve(TEXT)
    assert of(before, "Robert") >= {"Mr. Hall", "Robert Hall"}
    after = Aliases.parse(SPLIT).resolve(TEXT)
    assert of(after, "Robert") >= {"Robert Hall"}
    assert "Mr. Hall" not in of(after, "Robert")
    assert of(after, "Tom") >= {"Captain", "the Captain", "He", "his"}
    assert of(after, "Ann Lee") == of(before, "Ann Lee")
    joined = SPLIT.replace('"Captain"]', '"Captain", "Ann", "Ann Lee", "Miss Lee"]')
    assert of(Aliases.parse(joined).resolve(TEXT), "Tom") >= {"Ann Lee", "Miss Lee", "Ann", "the Captain"}


def test_names_and_genders_are_shown():
    aliases = Aliases.parse(SPLIT)
    book = Book.from_document(aliases.resolve(TEXT), aliases=aliases)
    shown = {one.name: one.gender for one in book.characters}
    assert shown == {"Captain Tom Brown": "female", "Ann Lee": "female", "Bob": "male", "Old Hall": "male"}
    assert book.quotations[2].speaker == "Captain Tom Brown"
    assert book.talks[0].addressee == "Captain Tom Brown"


def test_a_book_writes_the_file_to_start_from(tmp_path):
    book = Book.from_document(resolve(TEXT), title='The "Lee"')
    book.save(tmp_path)
    aliases = Aliases.read(tmp_path / "aliases.toml")
    assert [one.name for one in aliases.people] == [one.name for one in book.characters]
    assert aliases.text == aliases_toml(book)
    assert {"Ann", "Ann Lee", "Miss Lee"} == {
        *aliases.people[[one.name for one in aliases.people].index("Ann Lee")].names
    }
    same = aliases.resolve(TEXT)
    assert sorted(map(sorted, chains(same))) == sorted(map(sorted, chains(resolve(TEXT))))
    # What was given is written again, so that nothing is lost.
    edited = Aliases.parse(SPLIT)
    Book.from_document(edited.resolve(TEXT), aliases=edited).save(tmp_path)
    assert (tmp_path / "aliases.toml").read_text(encoding="utf-8") == SPLIT


def test_listed_people_are_always_characters():
    aliases = Aliases.parse(SPLIT)
    book = Book.from_document(aliases.resolve(TEXT), aliases=aliases, min_mentions=100)
    assert [one.name for one in book.characters] == ["Captain Tom Brown", "Bob", "Old Hall"]
    assert book.left_out == 1


PERSON = '[[person]]\nname = "Ann"\nnames = ["Ann"]\n'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("people = 3\n", 1, "unknown key 'people'. A person begins with"),
        ("person = 3\n", 1, "'person' is no list of tables"),
        (PERSON + "age = 3\n", 4, "unknown key 'age'. The keys of a person are name, gender, names"),
        (PERSON + "\n" + PERSON.replace("name =", "nam ="), 6, "unknown key 'nam'"),
        (PERSON + '[[person]]\nname = "Bo"\nnames = ["Bo", "Ann"]\n', 6, "'Ann' is a name of 'Ann', too"),
        (PERSON + '[[person]]\nname = "Bo"\nnames = [\n "Bo",\n "Ann",\n]\n', 8, "'Ann' is a name of 'Ann', too"),
        ("[[person]]\nnames = ['Ann']\n", 1, "a person without a name"),
        ('[[person]]\nname = "Ann"\n', 1, "'Ann' has no list of names"),
        ('[[person]]\nname = "Ann"\nnames = []\n', 3, "'Ann' has no list of names"),
        ('[[person]]\nname = "Ann"\nnames = [3]\n', 3, "'Ann' has no list of names"),
        (PERSON + 'gender = "woman"\n', 4, "the gender of 'Ann' is 'woman'. It must be"),
        (PERSON + "gender = 1 2\n", 4, "It must be TOML"),
    ],
)
def test_errors_have_a_line(tmp_path, text, line, message):
    path = tmp_path / "aliases.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        Aliases.read(path)
    assert message in str(error.value)
    assert (error.value.file, error.value.line) == (str(path), line)


def test_names_that_occur_nowhere():
    for name, line in (("Mr. Hill", 13), ("Robert Hal", 9)):
        wrong = SPLIT.replace('"Mr. Hall"' if line == 13 else '"Robert Hall"', f'"{name}"')
        with pytest.raises(FormatError, match=f"'{name}' occurs nowhere in the text") as error:
            Aliases.parse(wrong, "x.toml").check(TEXT)
        assert (error.value.file, error.value.line) == ("x.toml", line)
    Aliases.parse(SPLIT).check(TEXT.replace("the Captain", "_the\nCaptain_"))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FormatError, match="cannot be read"):
        Aliases.read(tmp_path / "nothing.toml")
    Path(tmp_path / "x.toml").write_bytes(b"\xff")
    with pytest.raises(FormatError, match="cannot be read"):
        Aliases.read(tmp_path / "x.toml")
