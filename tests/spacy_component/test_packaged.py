"""The component with the packaged model."""

from __future__ import annotations

import pytest
from helpers.parses import make_doc
from helpers.random_docs import parsed_docs
from hypothesis import given
from spacy.tokens import Doc, Span

import corefpipe
from corefpipe.exceptions import AnnotationError, SettingError
from corefpipe.spacy_component.component import CorefComponent

TEXTS = [
    "Mary Bell swept the steps before she opened the shop. Her brother was at the oven.",
    "Did you see my uncle? He is under the map, said the captain, and he waits.",
    "Tom baked pies. Tom sold them.",
]


WRAPPED = (
    "Yesterday Mary_Bell and John_Smith met the old man_of the sea. He asked Mr._Smith about it.",
    "Elizabeth was dancing with Mr. Charles_Bingley when he smiled at the_girl who had_her_hat. Mr._Bingley took it.",
)


@pytest.mark.parametrize("space", ["\n", "\r\n", "  ", "\u00a0", "\n    "])
def test_hard_line_breaks_change_no_chain(packaged, space):
    def chains(gap: str) -> list[list[list[str]]]:
        docs = packaged.pipe([text.replace("_", gap) for text in WRAPPED])
        return [sorted([m.text.split() for m in chain] for chain in doc._.coref.chains) for doc in docs]

    assert chains(space) == chains(" ")


def test_texts_of_whitespace_among_others(packaged):
    texts = ["\n\n", TEXTS[0], " ", TEXTS[2], "\n", " \n"]
    together = [texts_of(doc) for doc in packaged.pipe(texts)]
    assert together == [texts_of(packaged(text)) for text in texts]


PASSIVE = """
    The the DET DT 2 det
    captain captain NOUN NN 7 nsubjpass Number=Sing
    of of ADP IN 2 prep
    the the DET DT 5 det
    ship ship NOUN NN 3 pobj Number=Sing
    was be AUX VBD 7 auxpass
    seen see VERB VBN 0 ROOT
    by by ADP IN 7 agent
    a a DET DT 10 det
    boy boy NOUN NN 8 pobj Number=Sing
    who who PRON WP 12 nsubj PronType=Rel
    lost lose VERB VBD 10 relcl
    his his PRON PRP$ 14 poss Gender=Masc|Number=Sing|Person=3|Poss=Yes|PronType=Prs
    hat hat NOUN NN 12 dobj Number=Sing
    . . PUNCT . 7 punct

    He he PRON PRP 2 nsubj Gender=Masc|Number=Sing|Person=3|PronType=Prs
    gave give VERB VBD 0 ROOT
    it it PRON PRP 2 dobj Gender=Neut|Number=Sing|Person=3|PronType=Prs
    to to ADP IN 2 dative
    the the DET DT 6 det
    captain captain NOUN NN 8 poss Number=Sing
    's 's PART POS 6 case
    brother brother NOUN NN 4 pobj Number=Sing
    . . PUNCT . 2 punct
"""


def test_clear_labels_of_the_passive_prepositions_and_clauses(packaged):
    doc = packaged.get_pipe("corefpipe")(make_doc(PASSIVE))
    found = texts_of(doc)
    # A subject does not corefer with what it commands, the captain.
    assert any("He" in chain for chain in found)
    assert not any({"He", "the captain 's"} <= set(chain) for chain in found)


@given(parsed_docs())
def test_law_random_docs(packaged, doc):
    component = packaged.get_pipe("corefpipe")
    before = doc.copy()
    first = component(doc)
    for chain in first._.coref:
        assert len(chain) > 1
        assert all(0 <= p <= 1 for mention in chain for _, p in mention._.coref.antecedents())
        assert all(0 <= mention._.coref.probability <= 1 for mention in chain)
    spans = [(span.start, span.end) for span in first.spans["coref"]]
    assert len(set(spans)) == len(spans)
    again = component(before).to_bytes()
    assert again == first.to_bytes() == component(first).to_bytes()


def test_i_and_you_follow_speakers(packaged):
    doc = packaged("Ann: Did you see my keys, Bo?\nBo: You left them on my desk.\nAnn: I am so forgetful.\n")
    by_first = {chain[0].text: [mention.text for mention in chain] for chain in doc._.coref}
    assert by_first["Ann"] == ["Ann", "my", "You", "Ann", "I"]
    assert by_first["you"] == ["you", "Bo", "Bo", "my"]
    assert {token._.speaker for token in doc if token.text in ("my", "keys", "I")} == {"Ann", "Bo"}
    i = next(mention for mention in doc._.coref.mentions if mention.text == "I")
    assert i._.coref.probability == 1.0
    assert i._.coref.antecedents()[0].probability == 1.0
    assert packaged.get_pipe("corefpipe").explain(doc, i).notes == [
        "the constraint speakers joins them, regardless of the features: "
        'In a labelled dialogue "I" is the speaker, and "you" the speaker addressed by name: '
        '"ANN: Do you hear me, Tom?".'
    ]


def test_the_users_speakers_go_before_labels(packaged):
    with packaged.select_pipes(disable="corefpipe"):
        doc = packaged("Ann said I am late. Bo said I am early.")
    doc[0:5]._.speaker, doc[6:11]._.speaker = "Cy", "Cy"
    together = packaged.get_pipe("corefpipe")(doc.copy())
    assert any(chain.count("I") == 2 for chain in texts_of(together))
    doc[6:11]._.speaker = "Di"
    assert doc[6:11]._.speaker == "Di"
    assert doc[4:7]._.speaker == ""
    assert not any(chain.count("I") > 1 for chain in texts_of(packaged.get_pipe("corefpipe")(doc)))


def texts_of(doc):
    return [[span.text for span in chain] for chain in doc._.coref]


def test_blank_text_between_mentions_changes_nothing(packaged):
    plain, odd = packaged("Ann lost her keys. She found them."), packaged("Ann lost her  keys.\n\nShe\tfound them.\n")
    assert texts_of(odd) == [["Ann", "her", "She"], ["her  keys", "them"]]
    assert len(texts_of(plain)) == 2


def test_layouts(packaged):
    with packaged.select_pipes(disable="corefpipe"):
        doc = packaged("Ann lost her keys. She found them.")
    component = CorefComponent("en", layout="experimental")
    component.resolver = packaged.get_pipe("corefpipe").resolver
    spans = packaged.get_pipe("corefpipe")(doc.copy())
    apart = component(spans.copy())
    assert sorted(apart.spans) == ["coref_clusters_1", "coref_clusters_2"]
    assert [span.text for span in apart.spans["coref_clusters_1"]] == ["Ann", "her", "She"]
    assert texts_of(apart) == texts_of(spans)
    assert apart[0:1]._.coref.probability == spans[0:1]._.coref.probability
    keeping = CorefComponent("en", overwrite=False)
    assert keeping.predict([apart]) == [None]
    assert sorted(packaged.get_pipe("corefpipe")(apart).spans) == ["coref"]


def test_given_mentions(packaged):
    resolver = packaged.get_pipe("corefpipe").resolver
    with packaged.select_pipes(disable="corefpipe"):
        doc = packaged("Ann lost her keys. Ann found them. She left.")
    named, keyed = CorefComponent(mentions="ents"), CorefComponent(mentions="spans:mine")
    for component in (named, keyed):
        component.resolver = resolver
    with pytest.raises(AnnotationError, match=r"no doc\.spans\['mine'\]"):
        keyed(doc.copy())
    doc.set_ents([Span(doc, 0, 1, "PERSON"), Span(doc, 5, 6, "PERSON")])
    assert texts_of(named(doc.copy())) == [["Ann", "Ann"]]
    doc.spans["mine"] = [doc[0:1], doc[9:10], doc[1:2]]
    assert texts_of(keyed(doc.copy())) == [["Ann", "She"]]
    doc.spans["mine"] = []
    doc.set_ents([])
    assert texts_of(keyed(doc.copy())) == texts_of(named(doc.copy())) == []


def test_the_names_of_the_base_are_mentions():
    doc = corefpipe.load("en", mentions="ents")("Marie Curie was born in Warsaw. Curie left Warsaw in 1891.")
    assert [(name.text, name.label_) for name in doc.ents] == [
        ("Marie Curie", "PERSON"),
        ("Warsaw", "LOC"),
        ("Curie", "PERSON"),
        ("Warsaw", "LOC"),
    ]
    assert texts_of(doc) == [["Marie Curie", "Curie"], ["Warsaw", "Warsaw"]]


def test_a_window_as_long_as_the_document_equals_no_window(packaged):
    doc = packaged(" ".join(TEXTS))
    model = packaged.get_pipe("corefpipe").to_bytes()
    found = []
    for window in (0, len(doc), 10**6):
        component = CorefComponent(mention_window=window).from_bytes(model)
        assert component.resolver.features.spec.candidates.window == window
        found.append(component(doc.copy()).to_bytes())
    assert found[1] == found[2] != found[0]
    with pytest.raises(SettingError, match="mention_window is -1"):
        CorefComponent(mention_window=-1).from_bytes(model)


def test_a_part_of_a_doc_can_be_resolved_alone(packaged):
    doc = packaged("Ann lost her keys. She found them.")
    (_, second) = doc.sents
    assert texts_of(packaged.get_pipe("corefpipe")(second.as_doc())) == []


def test_a_pipeline_resolves_its_own_merged_docs(packaged):
    docs = list(packaged.pipe(TEXTS))
    whole = packaged.get_pipe("corefpipe")(Doc.from_docs(docs))
    # Parsed together, the texts are not divided into sentences in quite the same way.
    assert sum(map(len, texts_of(whole))) >= 0.8 * sum(len(chain) for doc in docs for chain in texts_of(doc))
