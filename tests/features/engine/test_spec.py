"""Specifications of feature sets in TOML: what is valid, and errors with their line numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefpipe.exceptions import SettingError
from corefpipe.features import ATTRIBUTES, FeatureSet, Spec, packaged_sets

MINE = """
name = "mine"
source = "Ng & Cardie 2002, Table 1"
deviations = "none"

[candidates]
window = 7

[[link]]
group = "Lexical"
conjoin = ["types"]
features = ["head_match", "ana.type * ante.role"]

[[link]]
group = "With names"
deviations = "binned"
[link.features]
EXACT = "exact_match"
FAR = { use = "mention_distance", at_least = [2, 5], note = "at least" }
SENTNUM = { use = "sentence_distance", bins = [0, 1], conjoin = ["ana.kind"] }
head_in_words = { note = "its own name" }

[[start]]
features = ["ana.type"]
"""


def names(templates) -> list[str]:
    return [template.name for template in templates]


def test_everything_there_is():
    spec = Spec.parse(MINE)
    assert (spec.name, spec.source, spec.deviations) == ("mine", "Ng & Cardie 2002, Table 1", "none")
    assert (spec.candidates.window, spec.candidates.indexed) == (7, 10)
    assert names(spec.link) == [
        "head_match",
        "ana.type * ante.type * head_match",
        "ana.type * ante.role",
        "ana.type * ante.type * ana.type * ante.role",
        "EXACT",
        "FAR≥2",
        "FAR≥5",
        "SENTNUM",
        "ana.kind * SENTNUM",
        "head_in_words",
    ]
    assert names(spec.start) == ["ana.type"]
    assert spec.learned == []
    assert [(group.name, len(group.features), group.deviations) for group in spec.groups] == [
        ("Lexical", 2, ""),
        ("With names", 4, "binned"),
    ]
    far = spec.features[3]
    assert (far.name, far.group, far.expression, far.note) == ("FAR", "With names", "mention_distance", "at least")
    assert (far.parameters, far.conjoin) == ({"at_least": [2, 5]}, ())
    assert spec.features[4].conjoin == ("ana.kind",)
    assert [feature.name for feature in spec.starts] == ["ana.type"]


def test_bare_and_conjoined():
    text = '[[link]]\nconjoin = ["ana.kind", "ante.kind"]\nbare = {}\nfeatures = ["head_match"]'
    assert names(Spec.parse(text.format("true")).link) == [
        "head_match",
        "ana.kind * head_match",
        "ante.kind * head_match",
    ]
    assert names(Spec.parse(text.format("false")).link) == ["ana.kind * head_match", "ante.kind * head_match"]


def test_a_list_may_hold_parameters():
    spec = Spec.parse('[[link]]\nfeatures = ["bias", { use = "sentence_distance", bins = [0, 1] }]')
    assert names(spec.link) == ["bias", "sentence_distance"]
    assert spec.link[1].parts[0].bins == (0.0, 1.0)


def test_all_pairs():
    spec = Spec.parse(
        """
        all_pairs = true
        [[link]]
        features = ["head_match", "exact_match"]
        [[link]]
        all_pairs = false
        features = ["bias"]
        [[link]]
        [link.features]
        FAR = { use = "mention_distance", at_least = [1, 2] }
        """
    )
    assert names(spec.pairs) == [
        "head_match * exact_match",
        "head_match * FAR≥1",
        "head_match * FAR≥2",
        "exact_match * FAR≥1",
        "exact_match * FAR≥2",
    ]
    assert spec.link[-len(spec.pairs) :] == spec.pairs
    assert Spec.parse('[[link]]\nfeatures = ["head_match", "exact_match"]').pairs == ()


def test_nothing_is_a_set():
    spec = Spec.parse("")
    assert (spec.link, spec.start, spec.name) == ((), (), "")


def test_the_file_gives_the_name(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes('\ufeff[[link]]\r\nfeatures = ["acronym"]\r\n'.encode())  # as Windows writes it
    for name in (path, str(path)):
        assert (Spec.load(name).name, names(Spec.load(name).link)) == ("mine", ["acronym"])


def test_a_set_reads_as_it_was_read():
    for name in packaged_sets():
        spec = Spec.load(name)
        again = Spec.parse(spec.text)
        assert (again.link, again.start, again.candidates) == (spec.link, spec.start, spec.candidates)


LINK = "[[link]]\nfeatures = "
MANY = [f"head_match * ana.type={n}" for n in range(500)]
PAIRS = [f"ana.{one} * ante.{other}" for one in sorted(ATTRIBUTES)[:18] for other in sorted(ATTRIBUTES)[:18]]
WRONG = [
    # names that do not exist
    (f'{LINK}["hed_match"]', 2, "unknown pair feature 'hed_match' in 'hed_match'. Did you mean .*head_match"),
    (f'{LINK}["ana.hed"]', 2, "unknown mention attribute 'hed' in 'ana.hed'"),
    (f'{LINK}["anna.head"]', 2, "unknown side 'anna'"),
    (f'{LINK}["types",\n  "number_match=sane"]', 3, "unknown value of number_match 'sane'"),
    ('[[link]]\nconjoin = ["tpyes"]\nfeatures = ["bias"]', 3, "unknown pair feature 'tpyes'"),
    ("[[link]]\n[link.features]\nA = 'bias'\nB = { use = 'bias', limit = 3 }", 4, "unknown parameter of bias 'limit'"),
    ("[[link]]\n[link.features]\nA = { use = 'bias * head_match', x = 1 }", 3, "Parameters belong to an expression"),
    ("[[link]]\n[link.features]\nGAP = { use = 'mention_distance', bins = [2, 1] }", 3, "Upper edges must ascend"),
    ("[[link]]\n[link.features]\nGAP = { use = 'mention_distance', bins = 2 }", 3, "bins of mention_distance is 2"),
    # keys that do not exist
    ("lnk = 1", 1, "unknown key 'lnk'. Did you mean link. Valid are name, .*link"),
    ('name = "window"\n\n[candidates]\nwindw = 1', 4, r"unknown key 'windw' in \[candidates\]. Did you mean window"),
    ("candidates.windw = 1", 1, r"unknown key 'windw' in \[candidates\]"),
    ('[[link]]\nfeatures = ["bias"]\n[[link]]\nplian = ["types"]', 4, r"unknown key 'plian' in \[link\]. .* features"),
    ('[[start]]\nplain = ["types"]', 2, r"unknown key 'plain' in \[start\]"),
    # values of the wrong type
    ("name = 3", 1, "name is 3. It must be text in quotes"),
    ('all_pairs = "yes"', 1, "all_pairs is 'yes'. It must be true or false"),
    ("candidates = 3", 1, "candidates is 3. It must be a table"),
    ('\n[candidates]\nwindow = "a"', 3, "window is 'a'. It must be a whole number"),
    ("[candidates]\nwindow = true", 2, "window is true. It must be a whole number"),
    ("[candidates]\nwindow = 2.5", 2, "window is 2.5"),
    ("link = 3", 1, "link is 3. It must be a list"),
    ("link = [1]", 1, "link is 1. It must be a table"),
    ('[link]\nfeatures = ["bias"]', 1, r"\[link\] is one table. Write \[\[link\]\]"),
    (f"{LINK}3", 2, "features is 3. It must be a list or a table"),
    (f'{LINK}"head_match"', 2, "features is 'head_match'. It must be a list or a table"),
    (f"{LINK}[3]", 2, 'features has 3. Write "head_match", or'),
    (f'{LINK}[["bias"]]', 2, r"features has \['bias'\]"),
    (f"{LINK}[{{ bins = [1] }}]", 2, "features has a table"),
    (f"{LINK}[{{ use = 3 }}]", 2, "features has a table"),
    (f'{LINK}[""]', 2, "features has ''"),
    ("[[link]]\n[link.features]\nA = 3", 3, "'A' is 3. Write \"head_match\", or"),
    ("[[link]]\n[link.features]\nA = { use = 3 }", 3, "use is 3. It must be text"),
    ("[[link]]\n[link.features]\nA = { use = 'bias', note = 3 }", 3, "note is 3. It must be text"),
    ("[[link]]\n[link.features]\nA = { use = 'bias', conjoin = 'types' }", 3, "conjoin is 'types'. It must be a list"),
    ('[[link]]\nconjoin = "types"\nfeatures = ["bias"]', 2, "conjoin is 'types'. It must be a list"),
    ('[[link]]\nconjoin = [3]\nfeatures = ["bias"]', 2, "conjoin has 3. It must be text in quotes"),
    ('[[link]]\nbare = 0\nfeatures = ["bias"]', 2, "bare is 0. It must be true or false"),
    # sets that make no sense
    ('[[link]]\nbare = false\nfeatures = ["bias"]', 3, "'bias' makes no feature. bare = false needs conjoin"),
    (
        f'{LINK}["types",\n  "ana.type * ante.type"]',
        3,
        r"\[\[link\]\] has ana.type \* ante.type twice. Remove one of them",
    ),
    (f'{LINK}["bias",\n  "bias"]', 3, "has bias twice"),
    (f'{LINK}["bias"]\n\n{LINK}["bias"]', 5, "has bias twice"),
    ("[[link]]\n[link.features]\nA = 'bias'\nB = 'bias'", 4, "has B twice"),
    ('all_pairs = true\n[[link]]\nfeatures = ["bias", "acronym", "bias * acronym"]', 3, "has bias . acronym twice"),
    ('[[start]]\nfeatures = ["head_match"]', 2, r"'head_match' in \[\[start\]\]. .*use ana. only"),
    ('[[start]]\nfeatures = ["types"]', 2, r"'types' in \[\[start\]\]"),
    ('[[start]]\nconjoin = ["ante.kind"]\nfeatures = ["ana.kind"]', 3, r"'ana.kind' in \[\[start\]\]"),
    ("[candidates]\nwindow = -1", 2, "window is -1"),
    ("[candidates]\nindexed = -1", 2, "indexed is -1"),
    # not TOML
    ('name = "a"\n\nsource = ', 3, "not TOML: Invalid value .at end of document"),
    ('name = "a"\nsource == 3\n', 2, "not TOML: Invalid value"),
    ('name = "a"\nname = "b"\n', 2, "not TOML: Cannot overwrite a value"),
    ("name = " + "[" * 9999, None, "not TOML: nested too deeply"),
    # a small file that makes many features
    (
        f"all_pairs = true\n{LINK}{PAIRS[:300]}",
        None,
        "it makes 44850 features and conjunctions. At most 20000",
    ),
    (f"[[link]]\nconjoin = {MANY}\nfeatures = {MANY}", None, "it makes 250500 features and conjunctions"),
    ("#" * 2**20 + "\n", None, "over 1048576 bytes, which is too much for settings"),
]


@pytest.mark.parametrize(("text", "line", "message"), WRONG, ids=[str(n) for n in range(len(WRONG))])
def test_errors_name_file_line_and_cure(tmp_path, text, line, message):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingError, match=message) as caught:
        Spec.load(path)
    place = f"{path}:{line}: " if line else f"{path}: "
    assert str(caught.value).startswith(place)
    assert len(str(caught.value).splitlines()) == 1


def test_a_line_is_that_of_the_right_group():
    # The invalid word in the third group occurs in the first two, where it is valid or part of another word.
    text = """
    [[link]] # head
    features = ["head_match", "head_in_words"]  # "head"
    note_of_none = 1
    [[link]]
    group = "head"
    features = ["bias"]
    [[link]]

    features = ["exact_match", "head"]
    """
    with pytest.raises(SettingError, match="unknown key 'note_of_none'") as caught:
        Spec.parse(text, "f.toml")
    assert caught.value.line == 4
    with pytest.raises(SettingError, match="'head' is an attribute") as caught:
        Spec.parse(text.replace("note_of_none = 1", ""), "f.toml")
    assert caught.value.line == 10


def test_the_line_of_a_set_that_is_written_in_one():
    with pytest.raises(SettingError, match="hed_match") as caught:
        Spec.parse('name = "x"\nlink = [{ features = ["hed_match"] }]')
    assert str(caught.value).startswith("line 2: ")


@pytest.mark.parametrize("name", ["defualt", "no/such.toml", "", "../features/default", "\0.toml"])
def test_no_such_set(name):
    with pytest.raises(SettingError, match=r"unknown feature set .* Valid are .*default.*, or the path of a .toml"):
        Spec.load(name)


def test_a_file_that_is_not_utf_8(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes('name = "Daumé"'.encode("latin-1"))
    with pytest.raises(SettingError, match=f"{path}: byte 0xE9 is not UTF-8. Save the file as UTF-8"):
        Spec.load(path)


_VALUE = st.sampled_from(
    '3 -1 2.5 true "" "bias" "types" "ana.head=" "a * b" [] [3] ["bias"] [[]] [["a"]] {} {use="bias"} '
    '{use="sentence_distance",bins=[1]} {use="bias",x={}} nan 1e400 1979-05-27 "mention_distance"'.split(" ")
)
_KEY = st.sampled_from(
    "name source deviations all_pairs candidates candidates.window candidates.indexed link start group features "
    'features.A features.bias conjoin bare note "ana.type" other'.split()
)
_LINE = st.one_of(
    st.builds("{} = {}".format, _KEY, _VALUE),
    st.sampled_from(["[[link]]", "[[start]]", "[candidates]", "[link.features]", "[link]", "[start.features]"]),
)


@settings(max_examples=400)
@given(st.lists(_LINE, max_size=8))
def test_whatever_a_file_says_it_is_a_set_or_a_setting_error(lines):
    text = "\n".join(lines)
    try:
        spec = Spec.parse(text, "f.toml")
    except SettingError as wrong:
        error = wrong
    else:
        assert len(FeatureSet.parse(text).fit([]).fitted) == 0
        assert len(set(names(spec.link))) == len(spec.link)
        return
    assert str(error).startswith("f.toml")
    assert error.line is None or 1 <= error.line <= max(len(lines), 1)


def test_numbers_of_the_anaphor_alone_are_features_of_starting_a_chain():
    raw = '{ use = "context_head", raw = true }'
    spec = Spec.parse(f"[[start]]\nfeatures = [{raw}]\n[[mention]]\nfeatures = [{raw}]")
    assert (names(spec.start), names(spec.mention)) == (["context_head"], ["context_head"])
    with pytest.raises(SettingError, match=r"'context_ante_head' in \[\[start\]\]"):
        Spec.parse('[[start]]\nfeatures = ["context_ante_head"]')


def test_the_groups_of_two_sets_are_joined():
    mine, more = Spec.parse(MINE), Spec.load("context")
    both = mine.joined(more)
    assert (both.name, both.candidates) == (mine.name, mine.candidates)
    assert names(both.link) == [*names(mine.link), *names(more.link)]
    assert names(both.start) == [*names(mine.start), *names(more.start)]
    assert both.reads_context
    assert not mine.reads_context
    templates = (*both.link, *both.start)
    of_context = [*names(more.link), *names(more.start)]
    assert [templates[number].name for number in sorted(both.of_context)] == of_context
    with pytest.raises(SettingError, match="twice"):
        both.joined(more)
