"""Reading the files of a lexicon: tables and lists of words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from corefpipe.exceptions import FormatError, require_one_of

Words = frozenset[str]

GENDERS = ("male", "female", "either")
# The TOML files and their valid keys.
_KEYS = {
    "grammar.toml": ("agreement",),
    "titles.toml": (
        *GENDERS,
        "exclude",
        "abbreviated",
        "surname",
        "wife",
        "married",
        "maiden",
        "courtesy",
        "learned",
        "kin",
        "divine",
        "mostly_male",
    ),
    "names.toml": (*GENDERS, "deities", "elsewhere", "suffixes", "particles", "nobiliary"),
    "nouns.toml": (
        *(
            *GENDERS,
            "group",
            "plural",
            "place",
            "organization",
            "known_for",
            "place_title",
        ),
        *("relational", "partitive", "place_kinds", "organization_kinds", "called_kinds", "animals"),
        *("ages", "also_people", "never_people", "control", "classifiers"),
        *("adults", "young", "children", "story_roles", "maker_endings"),
    ),
    "organizations.toml": ("legal", "ending", "parties", "teams", "joints", "acronyms", "acronyms_of_places"),
    "function_words.toml": (
        *(
            "articles",
            "negations",
            "conjunctions",
            "genitives",
            "predicatives",
            "noun_substitutes",
            "possessive_marks",
            "propositional",
        ),
        *("generic", "determiners", "number", "reciprocals", "subordinating"),
        *("attributive", "comitative", "action_pronouns", "pronoun_classes"),
        *("reflexive_endings", "infinitive_marks", "content_marks", "manner_adverbs"),
        *("capital_pronouns", "object_possessives"),
    ),
    "letters.toml": (
        *("greetings", "warm_greetings", "greeting_determiners"),
        *("closings", "closing_modifiers", "closing_pronouns", "after_closings"),
        *("introductions", "home_prepositions", "sender_fields", "recipient_fields", "other_fields"),
        *("attributions", "forwardings"),
    ),
    "books.toml": (
        *("volumes", "books", "parts", "chapters", "unnumbered"),
        *("contents", "endings", "illustrations", "transcriber_notes"),
    ),
    "numbers.toml": (
        *("cardinals", "ordinals", "months", "weekdays", "date_fillers", "clock"),
        *("year", "age", "both", "groups"),
    ),
    "verbs.toml": (
        *(
            "speech",
            "attitude",
            "modal",
            "general",
            "phrase",
            "naming",
            "calling",
            "light",
            "bodily",
        ),
        *("motion", "prepositional", "placing", "quotative", "linking", "having"),
        *("subject_control", "object_control", "oblique_control", "having_control_nouns"),
        *("considering", "perceiving", "carrying", "pro_verbs", "copula", "gerund_endings"),
    ),
    "pleonastic.toml": (
        *("pronouns", "verbs", "weather", "participles", "adjectives", "nouns", "impressing", "liking", "moments"),
        *("measures", "weather_adjectives", "idioms", "judging", "seeming", "timely"),
        *("clause_nouns", "costing", "becoming", "lateness", "surroundings", "weather_of_things"),
        *("content_openings", "conditional_openings", "comparative_openings", "conditional_auxiliaries", "cleft"),
        *("use", "none", "excess", "time_nouns", "due", "hours", "since", "ways", "way_modifiers", "distance_adverbs"),
    ),
    "prepositions.toml": ("arguments", "locative"),
    "symbols.toml": ("classes",),
    "dialogue.toml": ("question", "answer", "desks", "name_nouns", "presence"),
    "modifiers.toml": (
        *("kinds", "biographic", "opposites", "others", "own"),
        *("additional", "remaining", "following", "identity", "youthful", "endearing", "endearing_after"),
    ),
}


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """(line number, line) for lines that are not comments; none for a missing file."""
    if path.is_file():
        for number, line in enumerate(path.read_text(encoding="utf8").split("\n"), 1):
            if line and not line.startswith("#"):
                yield number, line


def read_rows(path: Path, columns: int) -> Iterator[list[str]]:
    """The cells of each row of a table; "-" stands for "".

    Raises:
        FormatError: a row with another number of columns.
    """
    for number, line in read_lines(path):
        cells = line.split("\t")
        if len(cells) != columns:
            cure = f"There must be {columns}, separated by tabs"
            raise FormatError(f"{len(cells)} columns", cure=cure, file=str(path), line=number)
        yield ["" if cell == "-" else cell for cell in cells]


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file, an empty table for a missing file.

    Raises:
        FormatError: not TOML.
        SettingError: an unknown key.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf8")) if path.is_file() else {}
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"not TOML: {error}", file=str(path)) from error
    for key in table:
        require_one_of(f"key in {path}", key, _KEYS[path.name])
    return table


def choices(cell: str) -> Words:
    """The values of a cell, separated by "|"."""
    return frozenset(cell.split("|")) if cell else frozenset()


def split_words(text: str) -> Iterator[str]:
    """The words of a text; those with a straight apostrophe also with a curly one."""
    return with_curly(text.split())


def with_curly(phrases: Iterable[str]) -> Iterator[str]:
    """Words or phrases; those with a straight apostrophe also with a curly one."""
    for phrase in phrases:
        yield phrase
        if "'" in phrase:
            yield phrase.replace("'", "’")


def words_below(value: Any) -> Iterator[str]:
    """The words of a text, or of all texts below a table."""
    if isinstance(value, str):
        yield from split_words(value)
    else:
        for below in value.values():
            yield from words_below(below)


def gather(pairs: Iterable[tuple[str, str]]) -> dict[str, Words]:
    """Key -> all its values."""
    table: dict[str, set[str]] = {}
    for key, value in pairs:
        table.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in table.items()}
