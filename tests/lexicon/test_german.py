"""The German word lists, in the same formats as the English ones."""

from __future__ import annotations

from collections import Counter

import pytest

from corefpipe.formats import read
from corefpipe.lexicon import Lexicon, load_lexicon
from corefpipe.lexicon.prepositions import PrepositionLists

GERMAN, ENGLISH = load_lexicon("de"), load_lexicon()
FILES = sorted(path for path in GERMAN.folder.iterdir() if path.suffix in (".toml", ".tsv"))
LISTS = sorted(name for name in dir(Lexicon) if not name.startswith("_") and not callable(getattr(GERMAN, name)))
NOT_YET = {
    "places",
    "towns",
    "states",
    "motion_verbs",
    "demonyms",
    "surnames",
    "share_of_men",
    "action_pronouns",
    "additional_modifiers",
    "attributives",
    "comitatives",
    "disjoint_pronouns",
    "following_modifiers",
    "gendered_pronouns",
    "one_person_pronouns",
    "plural_objects",
    "plural_pronouns",
    "pro_verbs",
    "reflexive_endings",
    "remaining_modifiers",
    "speaker_and_addressee",
    "neuter_pronouns",
    "first_plural_pronouns",
    "third_plural_pronouns",
    "capital_pronouns",
    "object_possessives",
    "age_adjectives",
    "age_patterns",
    "gerund_endings",
    "youthful_modifiers",
    "word_frequency",
    "symbols",
    "acronyms",
    "acronyms_of_places",
    "team_words",
    "possessive_marks",
    "reciprocals",
    "reciprocal_patterns",
    "elsewhere",
    "name_particles",
    "male_animals",
    "female_animals",
    "pleonastic_idioms",
    "places_in_idioms",
    *(
        "prepositional_verbs",
        "placing_verbs",
        "light_verbs",
        "bodily_nouns",
        "naming_verbs",
        "noun_substitutes",
        "never_people",
        "plural_nouns",
        "biographic",
        "calling_verbs",
        "organization_nouns",
        "known_for",
        "place_titles",
        "place_kinds",
        "organization_kinds",
        "called_kinds",
        "moments",
        "judging_verbs",
        "seeming_verbs",
        "timely_adjectives",
        "clause_nouns",
        "costing_verbs",
        "becoming_verbs",
        "lateness",
        "surroundings",
        "weather_verbs_of_things",
        "quotative_verbs",
        "linking_verbs",
        "having_verbs",
        "surname_titles",
        "subordinators",
        "subject_control_verbs",
        "object_control_verbs",
        "oblique_control_verbs",
        "control_noun_verbs",
        "control_nouns",
        "considering_verbs",
        "perceiving_verbs",
        "carrying_verbs",
        "classifiers",
        "adult_nouns",
        "young_nouns",
        "child_nouns",
        "story_roles",
        "other_modifiers",
        "own_modifiers",
        "both_words",
        "group_sizes",
        "reciprocal_heads",
        "new_pronouns",
        "useless_nouns",
        "none_determiners",
        "excess_adverbs",
        "content_openings",
        "conditional_openings",
        "comparative_openings",
        "conditional_auxiliaries",
        "cleft_openings",
        "cleft_adjunct_openings",
        "cleft_noun_openings",
        "cleft_adjunct_nouns",
        "time_nouns",
        "due_modifiers",
        "hour_words",
        "since_openings",
        "way_nouns",
        "way_modifiers",
        "distance_adverbs",
    ),
    *(name for name in vars(PrepositionLists) if not name.startswith("_")),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_begins_with_its_source_and_licence(path):
    lines = path.read_text(encoding="utf8").split("\n")
    head = "\n".join(lines[: next(i for i, line in enumerate(lines) if not line.startswith("#"))])
    assert "# Source: own writing." in head
    assert "# Licence: MIT, as corefpipe." in head


@pytest.mark.parametrize("name", [name for name in LISTS if name not in NOT_YET])
def test_words_are_lower_case_without_blanks_at_their_ends(name):
    words = getattr(GERMAN, name)
    assert words
    flat = [word for entry in words for word in ([entry] if isinstance(entry, str) else entry)]
    assert [word for word in flat if not word or word != word.lower().strip()] == []


def test_no_form_stands_twice():
    lines = (GERMAN.folder / "pronouns.tsv").read_text(encoding="utf8").splitlines()
    counts = Counter(line.split("\t")[0] for line in lines if not line.startswith("#"))
    assert counts.most_common(1)[0][1] == 1


@pytest.mark.parametrize("form", GERMAN.pronouns)
def test_a_pronoun_has_the_values_that_english_has(form):
    pronoun, known = GERMAN.pronouns[form], ENGLISH.pronouns.values()
    assert pronoun.canonical in GERMAN.pronouns
    for field in ("person", "number", "gender", "animacy"):
        assert getattr(pronoun, field) in {"", *(getattr(other, field) for other in known)}
    for field in ("cases", "kinds"):
        assert getattr(pronoun, field) <= frozenset().union(*(getattr(other, field) for other in known))


def test_what_a_form_leaves_open_is_left_open():
    pronouns = GERMAN.pronouns
    assert (pronouns["sie"].person, pronouns["sie"].number, pronouns["sie"].gender) == ("", "", "")
    assert (pronouns["ihr"].person, pronouns["ihr"].canonical) == ("", "sie")
    assert (pronouns["ihm"].gender, pronouns["ihn"].gender) == ("", "male")
    assert pronouns["er"].animacy == pronouns["es"].animacy == ""  # a table is "er"
    assert pronouns["meinem"].canonical == "ich"
    assert GERMAN.person["du"] == "2"


def test_classes_of_pronouns():
    assert GERMAN.speaking == {"ich", "wir", "du", "euch"}
    assert GERMAN.third_person == ("er", "es", "sie")
    assert GERMAN.place_adverbs == {"hier", "dort", "da"}
    assert ENGLISH.speaking == {"i", "you", "we"}
    assert ENGLISH.third_person == ("he", "she", "it", "they", "ze", "xe", "nem", "ey", "fae")
    assert ENGLISH.place_adverbs == {"here", "there"}
    assert load_lexicon("no-such-language").third_person == ()


def test_determiners():
    assert GERMAN.definiteness("dem") == "definite"
    assert GERMAN.definiteness("einer") == "indefinite"
    assert GERMAN.definiteness("dieses") == "demonstrative"
    assert GERMAN.definiteness("jeden") == GERMAN.definiteness("seinem") == "quantified"
    assert GERMAN.definiteness("haus") == ""
    assert GERMAN.definite_articles == {"der", "die", "das", "den", "dem", "des"}
    assert ENGLISH.definite_articles == {"the"}


def test_gender_is_one():
    assert not GERMAN.male_names & GERMAN.female_names
    assert not GERMAN.male_nouns & GERMAN.female_nouns
    assert not GERMAN.male_titles & GERMAN.female_titles


def test_persons():
    assert {"lehrer", "lehrern", "ärzte", "onkel", "neffen"} <= GERMAN.male_nouns
    assert {"lehrerin", "lehrerinnen", "ärztin", "mädchen", "tante"} <= GERMAN.female_nouns
    assert {"kind", "leute", "geschwister"} <= GERMAN.person_nouns
    assert {"mutter", "eltern"} <= GERMAN.kinship_nouns <= GERMAN.relational_nouns
    assert "tochter" in GERMAN.kinship_nouns
    assert not {"tisch", "lampe", "katze"} & GERMAN.person_nouns
    assert {"anna", "wiebke"} <= GERMAN.female_names
    assert "jürgen" in GERMAN.male_names
    assert GERMAN.are_nicknames("hans", "johannes")
    assert GERMAN.titles_exclude("herr", "frau")
    assert not GERMAN.titles_exclude("dr.", "frau")
    assert GERMAN.title_class["hr."] == "herr"


def test_numbers_dates_and_verbs():
    assert (GERMAN.cardinals["zwölf"], GERMAN.ordinals["dritten"], GERMAN.months["märz"]) == (12, 3, 3)
    assert GERMAN.weekdays["sonnabend"] == GERMAN.weekdays["samstag"] == 6
    assert len(set(GERMAN.months.values())) == 12
    assert {"sagen", "fragen"} <= GERMAN.speech_verbs
    assert "regnen" in GERMAN.weather_verbs


def test_where_agreement_is_read():
    assert GERMAN.reads_features()
    assert load_lexicon("no-such-language").reads_features()
    assert not ENGLISH.reads_features()


def test_the_lists_know_the_pronouns_of_the_treebank():
    documents = list(read(GERMAN.folder.parents[2] / "corpora" / "german"))
    used = {
        word.lower()
        for document in documents
        for word, pos, tag in zip(document.words, document.pos, document.tags, strict=True)
        if pos == "PRON" or tag == "PPOSAT"
    }
    assert used <= set(GERMAN.pronouns)
