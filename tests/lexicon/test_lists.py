"""Word lists: the contents of the English files, and that another language needs only a folder."""

import re
from pathlib import Path

import pytest

from corefpipe.exceptions import CorefpipeError, FormatError
from corefpipe.lexicon import Lexicon, Pronoun, lists, load_lexicon

ENGLISH = load_lexicon()
FILES = sorted(path for path in ENGLISH.folder.iterdir() if path.suffix in (".toml", ".tsv", ".txt"))
LISTS = sorted(name for name in dir(Lexicon) if not name.startswith("_") and not callable(getattr(ENGLISH, name)))

VALUES = {
    "person": {"1", "2", "3"},
    "number": {"", "singular", "plural"},
    "gender": {"", "male", "female", "neuter"},
    "animacy": {"", "animate", "inanimate"},
}
CASES = {"subject", "object", "possessive"}
KINDS = {"personal", "possessive", "reflexive", "demonstrative", "indefinite", "relative", "interrogative", "adverbial"}


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder of a made-up language "qq"."""
    monkeypatch.setattr(lists, "lexicon_folder", lambda language: tmp_path / language)
    folder = tmp_path / "qq"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_begins_with_its_source_and_licence(path: Path) -> None:
    lines = path.read_text(encoding="utf8").split("\n")
    head = "\n".join(lines[: next(i for i, line in enumerate(lines) if not line.startswith("#"))]).lower()
    assert re.search(r"source|derived from", head)
    assert "licence" in head


@pytest.mark.parametrize("name", LISTS)
def test_words_are_lower_case_without_blanks_at_their_ends(name: str) -> None:
    words = getattr(ENGLISH, name)
    assert words
    flat = [word for entry in words for word in ([entry] if isinstance(entry, str) else entry)]
    assert [word for word in flat if not word or word != word.lower().strip()] == []


@pytest.mark.parametrize("form", ENGLISH.pronouns)
def test_a_pronoun_has_valid_values(form: str) -> None:
    pronoun = ENGLISH.pronouns[form]
    assert pronoun.canonical in ENGLISH.pronouns
    for field, valid in VALUES.items():
        assert getattr(pronoun, field) in valid
    assert pronoun.cases <= CASES
    assert pronoun.kinds
    assert pronoun.kinds <= KINDS


def test_pronouns() -> None:
    assert ENGLISH.pronouns["her"] == Pronoun(
        "she",
        "3",
        "singular",
        "female",
        frozenset({"object", "possessive"}),
        frozenset({"personal", "possessive"}),
        "animate",
    )
    assert ENGLISH.canonical["themselves"] == "they"
    assert ENGLISH.canonical["whom"] == "who"
    assert ENGLISH.canonical["’em"] == "they"


def test_what_the_forms_of_a_pronoun_share() -> None:
    """Trained models depend on these classes of pronouns: changing them, but for new ones, requires retraining."""
    new = "ze xe nem ey fae".split()
    assert {record.canonical for record in ENGLISH.new_pronouns.values()} == set(new)
    assert set(ENGLISH.canonical.values()) == {
        *"i you he she it we they this that these those one who some someone something here".split(),
        *new,
    }
    assert ENGLISH.person["we"] == "1"
    assert ENGLISH.pronoun_number == {
        **dict.fromkeys(["i", "he", "she", "it", "this", "that", "someone", "something", *new], "singular"),
        **dict.fromkeys("we they these those".split(), "plural"),
    }
    assert ENGLISH.pronoun_gender == {"he": "male", "she": "female", "it": "neuter", "something": "neuter"}
    assert ENGLISH.pronoun_animacy == {
        **dict.fromkeys(["i", "you", "he", "she", "we", "someone", *new], "animate"),
        **dict.fromkeys("it this that these those something here".split(), "inanimate"),
    }


def test_gender_is_one() -> None:
    assert not ENGLISH.male_names & ENGLISH.female_names
    assert not ENGLISH.male_nouns & ENGLISH.female_nouns
    assert not ENGLISH.male_titles & ENGLISH.female_titles


def test_titles() -> None:
    assert ENGLISH.title_class["mister"] == ENGLISH.title_class["mr."] == "mr"
    assert ENGLISH.title_class["prof."] == ENGLISH.title_class["professor"]
    assert "sgt." in ENGLISH.titles
    assert ENGLISH.titles_exclude("mr.", "mrs.")
    assert ENGLISH.titles_exclude("queen", "king")
    assert ENGLISH.titles_exclude("miss", "mrs")
    assert not ENGLISH.titles_exclude("dr.", "mr.")
    assert not ENGLISH.titles_exclude("mr", "mister")
    assert not ENGLISH.titles_exclude("table", "mr")


def test_names_of_persons() -> None:
    assert {"james", "oswald", "willie", "dmitri"} <= ENGLISH.male_names
    assert {"mary", "kelly", "rosamond", "svetlana"} <= ENGLISH.female_names
    assert ENGLISH.name_gender["leslie"] == "either"
    assert ENGLISH.share_of_men["james"] > 0.99
    assert 0.4 < ENGLISH.share_of_men["robbie"] < 0.6
    assert {"smith", "king", "obrien"} <= ENGLISH.surnames
    assert not {"house", "her", "march"} & ENGLISH.surnames
    assert not {"so", "china", "king"} & ENGLISH.first_names


def test_nicknames() -> None:
    assert {"beth", "liz"} <= ENGLISH.nicknames["elizabeth"]
    assert {"william", "wilhelmina"} <= ENGLISH.full_names["billie"]
    assert ENGLISH.are_nicknames("tom", "thomas")
    assert ENGLISH.are_nicknames("thomas", "tom")
    assert not ENGLISH.are_nicknames("tom", "tommy")


def test_places_and_organizations() -> None:
    assert "france" in ENGLISH.places_of("country")
    assert "france" in ENGLISH.demonyms["french"]
    assert {"inc.", "ltd", "gmbh"} <= ENGLISH.legal_forms
    assert {"university", "ministry"} <= ENGLISH.organization_endings


def test_nouns() -> None:
    assert {"uncle", "kings", "spokesman"} <= ENGLISH.male_nouns
    assert {"aunt", "queens", "actress"} <= ENGLISH.female_nouns
    assert {"doctor", "children", "widow", "americans"} <= ENGLISH.person_nouns
    assert {"team", "police"} <= ENGLISH.group_nouns
    assert {"mother", "cousins"} <= ENGLISH.kinship_nouns <= ENGLISH.relational_nouns
    assert "village" in ENGLISH.place_nouns


def test_function_words_numbers_and_dates() -> None:
    assert ENGLISH.articles == {"a", "an", "the"}
    assert ENGLISH.determiners["those"] == "demonstrative"
    assert {"several", "three"} <= ENGLISH.plural_quantifiers
    assert {"an", "every"} <= ENGLISH.singular_determiners
    assert {"n't", "n’t"} <= ENGLISH.negations
    assert (ENGLISH.cardinals["twelve"], ENGLISH.ordinals["third"]) == (12, 3)
    assert (ENGLISH.months["sept."], ENGLISH.weekdays["sun"]) == (9, 7)


def test_verbs_and_symbols() -> None:
    assert {"say", "whisper", "tweet"} <= ENGLISH.speech_verbs
    assert "seem" in ENGLISH.pleonastic_verbs
    assert "rain" in ENGLISH.weather_verbs
    assert {"likely", "important"} <= ENGLISH.pleonastic_adjectives
    assert "and" in ENGLISH.symbols["&"]
    assert {"saint", "street"} <= ENGLISH.symbols["st."]
    assert "street" not in ENGLISH.symbols["saint"]


@pytest.mark.parametrize("name", LISTS)
def test_an_unknown_language_has_empty_lists(name: str) -> None:
    assert len(getattr(load_lexicon("no-such-language"), name)) == 0


def test_methods_of_an_unknown_language() -> None:
    lexicon = load_lexicon("no-such-language")
    assert not lexicon.titles_exclude("mr", "mrs")
    assert not lexicon.are_nicknames("tom", "thomas")
    assert not lexicon.places_of("city")


def test_a_language_is_a_folder(made_up: Path) -> None:
    (made_up / "pronouns.tsv").write_text("# Ours.\ner\ter\t3\tsingular\tmale\tsubject\tpersonal\t-\n", encoding="utf8")
    (made_up / "names.toml").write_text('male = "jürgen"\n', encoding="utf8")
    (made_up / "first_names.tsv").write_text("ute\tfemale\t-\njürgen\teither\t0.5\n", encoding="utf8")
    lexicon = load_lexicon("qq")
    assert lexicon is load_lexicon("qq")
    assert lexicon.pronoun_gender == {"er": "male"}
    assert lexicon.pronoun_animacy == {}
    assert lexicon.name_gender == {"ute": "female", "jürgen": "male"}
    assert lexicon.share_of_men == {"jürgen": 0.5}
    assert lexicon.speech_verbs == frozenset()


def test_a_row_with_a_column_too_few(made_up: Path) -> None:
    (made_up / "nicknames.tsv").write_text("# Ours.\nthomas tom\n", encoding="utf8")
    with pytest.raises(FormatError, match=r"nicknames\.tsv:2: 1 columns.*There must be 2"):
        _ = load_lexicon("qq").nicknames


@pytest.mark.parametrize(
    ("text", "message"), [('speach = "say"', "'speach'.*speech"), ("speech = say", r"verbs\.toml: not TOML")]
)
def test_a_key_that_does_not_exist_and_what_is_no_toml(made_up: Path, text: str, message: str) -> None:
    (made_up / "verbs.toml").write_text(text, encoding="utf8")
    with pytest.raises(CorefpipeError, match=message):
        _ = load_lexicon("qq").speech_verbs


def test_who_does_what_follows() -> None:
    assert "promise" in ENGLISH.subject_control_verbs - ENGLISH.object_control_verbs
    assert ENGLISH.oblique_control_verbs["rely"] == {"on"}
    assert {"attempt", "reason"} <= ENGLISH.control_nouns
    assert not ENGLISH.adult_nouns & ENGLISH.young_nouns
    assert ENGLISH.reciprocal_heads == {"other", "another"}
    assert ENGLISH.group_sizes["trio"] == 3
