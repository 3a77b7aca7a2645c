"""Counts of pronouns: those of well-known words in the packaged table, and how they are counted."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest
from helpers import ROOT
from helpers.parses import make_doc

from corefpipe.lexicon.counts import GENDERS, PRONOUNS, PronounCounts, load_counts
from corefpipe.parsing.parse import Parse


@pytest.fixture
def counting(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "eval" / "lexicon"))
    monkeypatch.delitem(sys.modules, "wordnet", raising=False)
    import pronoun_counts

    return pronoun_counts


@pytest.fixture
def small():
    """Four nouns and three names with small counts."""
    counts = [[1, 0, 9, 0], [5, 5, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 8, 0, 0], [2, 1, 0, 0], [0, 1, 0, 0]]
    nouns = {"house": 0, "friend": 1, "crowd": 2, "rose": 3}
    return PronounCounts(nouns, {"rose": 4, "mr.": 5, "mr. rose": 6}, np.array(counts))


@pytest.mark.parametrize(
    ("gender", "words"),
    [
        ("male", "man king father boy captain husband uncle gentleman prince"),
        ("female", "woman mother girl wife aunt daughter lady sister widow"),
        ("neuter", "world village tree book country wind"),
        ("plural", "children people men women boys birds others"),
    ],
)
def test_gender_of_nouns(gender, words):
    assert dict.fromkeys(words.split(), gender) == dict(
        zip(words.split(), load_counts().gender(words.split()), strict=True)
    )


@pytest.mark.parametrize(
    ("gender", "names"),
    [
        ("male", ["john", "mr.", "sir", "tom", "john smith", "mr. nobody"]),
        ("female", ["elizabeth", "mary", "mrs.", "miss", "elizabeth bennet", "mrs. nobody"]),
    ],
)
def test_gender_of_names(gender, names):
    assert load_counts().gender(names, named=True) == [gender] * len(names)


@pytest.mark.parametrize(
    ("name", "is_so"), [("ann rose", True), ("mr. rose", False), ("mr. nobody", False), ("rose", False), ("a b", False)]
)
def test_counts_of_a_last_word(small, name, is_so):
    assert small.by_last_word(name) is is_so


def test_most_frequent_pronoun():
    words = ["mother", "king", "house", "children", "elizabeth"]
    best = load_counts().of(words).argmax(axis=1)
    assert [PRONOUNS[i] for i in best] == ["she", "he", "it", "they", "she"]


def test_animacy():
    share = dict(zip(words := ["man", "woman", "doctor", "world", "room"], load_counts().animacy(words), strict=True))
    assert min(share["man"], share["woman"], share["doctor"]) > 0.7 > 0.6 > max(share["world"], share["room"])


def test_unknown_words():
    counts = load_counts()
    assert counts.of(["qwertyuiop", ""]).tolist() == [[0, 0, 0, 0]] * 2
    assert counts.of(["", "qwertyuiop asdfgh"], named=True).tolist() == [[0, 0, 0, 0]] * 2
    assert counts.gender(["qwertyuiop", ""], least=0) == ["", ""]
    assert np.isnan(counts.animacy(["qwertyuiop"])).all()


def test_no_words():
    counts = load_counts()
    assert counts.of([]).shape == (0, 4)
    assert counts.gender([]) == []
    assert counts.animacy([]).shape == (0,)


def test_language_without_table():
    counts = load_counts("xx")
    assert len(counts) == 0
    assert counts.of(["mother"]).tolist() == [[0, 0, 0, 0]]
    assert counts.gender(["mother"]) == [""]


def test_loaded_once():
    assert load_counts() is load_counts("en")


def test_nouns_and_names_are_apart(small):
    assert small.of(["rose", "rose"], named=[False, True]).tolist() == [[0, 0, 1, 0], [0, 8, 0, 0]]
    # A noun used as a name, and a name used as a noun.
    assert small.of(["house"], named=True).tolist() == [[1, 0, 9, 0]]
    assert small.of(["mr."]).tolist() == [[2, 1, 0, 0]]


def test_a_long_name_falls_back_on_its_words(small):
    names = ["mr. rose", "mr. brown", "lucy rose", "lucy brown"]
    assert small.of(names, named=True).tolist() == [[2, 1, 0, 0], [2, 1, 0, 0], [0, 8, 0, 0], [0, 0, 0, 0]]
    assert small.of(["old house"]).tolist() == [[0, 0, 0, 0]]


def test_ratio_and_least(small):
    words = ["house", "friend", "crowd"]
    assert small.gender(words) == ["neuter", "male", ""]
    assert small.gender(words, ratio=0.6, least=1) == ["neuter", "", "plural"]
    assert small.gender(words, ratio=0.95) == ["", "", ""]
    assert set(small.gender(words, ratio=0, least=0)) <= set(GENDERS)


def test_animacy_of_small_table(small):
    share = small.animacy(["house", "friend", "crowd"])
    assert share[:2].tolist() == pytest.approx([0.1, 1.0])
    assert np.isnan(share[2])  # counted with "they" only


ANN = """
Ann Ann PROPN NNP 2 nsubj
lost lose VERB VBD 0 root
her she PRON PRP$ 4 nmod:poss
keys key NOUN NNS 2 obj
"""
SAID = """
The the DET DT 2 det
king king NOUN NN 3 nsubj
said say VERB VBD 0 root
that that SCONJ IN 6 mark
he he PRON PRP 6 nsubj
slept sleep VERB VBD 3 ccomp
"""
HURT = """
Mr. Mr. PROPN NNP 3 nsubj
Tom Tom PROPN NNP 1 flat
hurt hurt VERB VBD 0 root
himself himself PRON PRP 3 obj
"""
NEXT = """
The the DET DT 2 det
ships ship NOUN NNS 3 nsubj
sank sink VERB VBD 0 root

Then then ADV RB 3 advmod
they they PRON PRP 3 nsubj
rose rise VERB VBD 0 root
"""
FRONTED = """
When when SCONJ WRB 3 mark
Ann Ann PROPN NNP 3 nsubj
came come VERB VBD 5 advcl
she she PRON PRP 5 nsubj
slept sleep VERB VBD 0 root
"""
LOOSE = """
Ann Ann PROPN NNP 2 nsubj
saw see VERB VBD 0 root
the the DET DT 4 det
ship ship NOUN NN 2 obj
with with ADP IN 6 case
it it PRON PRP 2 obl
"""
SHARED = """
Ann Ann PROPN NNP 2 nsubj
came come VERB VBD 0 root
and and CCONJ CC 4 cc
lost lose VERB VBD 2 conj
her she PRON PRP$ 6 nmod:poss
keys key NOUN NNS 4 obj
"""


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (ANN, {(True, "ann", "possessive", 1)}),
        (SAID, {(False, "king", "clause", 0)}),
        (HURT, {(True, "mr. tom", "reflexive", 0)}),
        (NEXT, {(False, "ships", "next", 3)}),
        (FRONTED, {(True, "ann", "clause", 1)}),
        (LOOSE, {(True, "ann", "subject", 2), (False, "ship", "other", 2)}),
        (SHARED, {(True, "ann", "possessive", 1)}),
    ],
)
def test_constructions(counting, table, expected):
    assert counting.count([Parse.from_doc(make_doc(table))]) == dict.fromkeys(expected, 1)


COORDINATED = """
Ann Ann PROPN NNP 4 nsubj
and and CCONJ CC 3 cc
Tom Tom PROPN NNP 1 conj
lost lose VERB VBD 0 root
their they PRON PRP$ 6 nmod:poss
keys key NOUN NNS 4 obj
"""
POSSESSED = """
Ann Ann PROPN NNP 3 nmod:poss
's 's PART POS 1 case
eyes eye NOUN NNS 4 nsubj
met meet VERB VBD 0 root
him he PRON PRP 4 obj
"""
QUOTED = """
Ann Ann PROPN NNP 2 nsubj
said say VERB VBD 0 root
" " PUNCT `` 2 punct
She she PRON PRP 5 nsubj
slept sleep VERB VBD 2 ccomp
"""
# "His" may stand for the older "he".
STALE = """
He he PRON PRP 2 nsubj
heard hear VERB VBD 0 root

The the DET DT 2 det
king king NOUN NN 3 nsubj
lost lose VERB VBD 0 root
his he PRON PRP$ 5 nmod:poss
temper temper NOUN NN 3 obj
"""
EXPLETIVE = """
The the DET DT 2 det
king king NOUN NN 3 nsubj
said say VERB VBD 0 root
it it PRON PRP 5 expl
rained rain VERB VBD 3 ccomp
"""
RELATIVE = """
The the DET DT 2 det
king king NOUN NN 0 root
who who PRON WP 4 nsubj
lost lose VERB VBD 2 acl:relcl
"""
VOCATIVE = """
Sir sir NOUN NN 4 vocative
, , PUNCT , 4 punct
it it PRON PRP 4 nsubj
sank sink VERB VBD 0 root
"""
ONE_WORD = "it it PRON PRP 0 root"


@pytest.mark.parametrize("table", [QUOTED, STALE, EXPLETIVE, RELATIVE, VOCATIVE, ONE_WORD])
def test_what_is_not_counted(counting, table):
    assert not counting.count([Parse.from_doc(make_doc(table))])


def test_only_the_noun_inside_is_counted(counting):
    for table, expected in ((COORDINATED, (True, "tom", "other", 3)), (POSSESSED, (True, "ann", "other", 0))):
        assert counting.count([Parse.from_doc(make_doc(table))]) == {expected: 1}


def test_a_name_is_counted_after_its_pronoun_in_the_sentence_before(counting):
    events = counting.count([Parse.from_doc(make_doc(STALE.replace("king king NOUN NN", "King King PROPN NNP")))])
    assert events == {(True, "king", "possessive", 0): 1}


def test_the_pronoun_of_another_paragraph_is_no_next_one(counting):
    doc = make_doc(NEXT.replace("sank sink VERB VBD 0 root", "sank sink VERB VBD 0 root\n¶ ¶ SPACE _SP 3 dep"))
    parse = Parse.from_doc(doc)
    parse.words[3] = "\n\n"
    assert counting.count([parse]) == {(False, "ships", "subject-next", 3): 1}


@pytest.mark.parametrize(
    ("named", "words", "keys"),
    [
        (False, "children", ["children"]),
        (True, "ann", ["ann"]),
        (True, "ann van dyke", ["ann van dyke", "ann", "dyke"]),
        (True, "mrs. dyke", ["mrs. dyke", "mrs."]),
    ],
)
def test_keys(counting, named, words, keys):
    assert counting.keys(named, words) == keys


def test_table_from_events(counting, tmp_path):
    events = Counter(
        {
            (True, "ann dyke", "possessive", 1): 3,
            (True, "tom dyke", "reflexive", 0): 1,
            (False, "ship", "next", 2): 2,
            (False, "ship", "clause", 1): 1,
            (False, "mast", "other-next", 2): 1,
        }
    )
    arrays = counting.arrays(counting.weigh(events))
    for name in ("one", "two"):
        counting.write_arrays(arrays, tmp_path / f"{name}.npz")
        arrays = counting.arrays(counting.weigh(Counter(dict(reversed(events.items())))))
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    counts = PronounCounts.load(tmp_path / "one.npz")
    noun, name = (dict(zip(counting.CONSTRUCTIONS, counting.WEIGHTS[named], strict=True)) for named in (False, True))
    she, he = 3 * name["possessive"], name["reflexive"]
    expected = [[0, noun["clause"], 2 * noun["next"], 0], [0, she, 0, 0], [he, she, 0, 0], [he, 0, 0, 0], [0, 0, 0, 0]]
    found = counts.of(["ship", "ann", "dyke", "tom dyke", "mast"], named=[False, True, True, True, False])
    assert found == pytest.approx(np.array(expected), abs=0.06)
    assert len(counts) == 6


def test_text_of_a_novel(counting, tmp_path, monkeypatch):
    file = tmp_path / "novel.txt"
    first, second = "A _long_ line\nof words. " * 3, "Another one. " * 5
    file.write_text("\n\n".join(["I", first, second]), encoding="utf-8")
    clean = ["A long line of words. A long line of words. A long line of words.", second.strip()]
    assert list(counting.novel_pieces(file)) == ["\n\n".join(clean)]
    monkeypatch.setattr(counting, "PIECE", 10)
    assert list(counting.novel_pieces(file)) == clean
