"""The spaCy pipeline component."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
import spacy
from helpers.parses import make_doc
from helpers.random_docs import parsed_docs
from hypothesis import given
from spacy.tokens import Doc, DocBin, Span, SpanGroup

from corefpipe.errors import AnnotationError, ModelError, SettingError
from corefpipe.resolver.loading import load_resolver
from corefpipe.spacy_component.component import CorefComponent
from corefpipe.spacy_component.loading import load

TEXTS = [
    "Mary Bell swept the steps before she opened the shop. Her brother was at the oven.",
    "Did you see my uncle? He is under the map, said the captain, and he waits.",
    "Tom baked pies. Tom sold them.",
]

CLEAR = """
    Nora Nora PROPN NNP 2 nsubj Number=Sing
    opened open VERB VBD 0 ROOT
    her her PRON PRP$ 4 poss Number=Sing|Person=3|Poss=Yes|PronType=Prs
    shop shop NOUN NN 2 dobj Number=Sing
    . . PUNCT . 2 punct

    She she PRON PRP 2 nsubj Number=Sing|Person=3|PronType=Prs
    swept sweep VERB VBD 0 ROOT
    it it PRON PRP 2 dobj Number=Sing|Person=3|PronType=Prs
    . . PUNCT . 2 punct
"""

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


def chains(doc):
    found = {}
    for span in doc.spans["coref"]:
        found.setdefault(span.id_, []).append((span.start, span.end, span.label_))
    return list(found.values())


@pytest.fixture(scope="module")
def expected(nlp):
    found = [chains(nlp(text)) for text in TEXTS]
    assert sum(map(len, found)) >= 3
    return found


def test_added_without_an_import(python, model):
    code = (
        "import sys, spacy\n"
        "assert 'corefpipe' not in sys.modules\n"
        "nlp = spacy.blank('en')\n"
        f"nlp.add_pipe('corefpipe', config={{'model': {str(model)!r}}})\n"
        "assert nlp.get_pipe_meta('corefpipe').requires == ['token.dep', 'token.head', 'token.pos']\n"
        "assert sorted(nlp.analyze_pipes()['problems']['corefpipe']) == ['token.dep', 'token.head', 'token.pos']\n"
    )
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def test_load(nlp, base):
    assert nlp.pipe_names == ["corefpipe_turns", *base.pipe_names, "corefpipe"]
    assert nlp.get_pipe_meta("corefpipe").assigns == ["doc.spans", "doc._.coref", "span._.coref", "token._.coref"]


def test_chains(expected):
    for found in expected:
        assert all(len(chain) > 1 for chain in found)


def test_settings(nlp, model):
    doc = nlp(TEXTS[0])
    alone = CorefComponent(str(model), threshold=1e6)
    assert chains(alone(doc.copy())) == []
    together = CorefComponent(str(model), threshold=-1e6, gamma=0.0)
    assert len(together(doc.copy()).spans["coref"]) > len(doc.spans["coref"])
    assert together.resolver.decoder.gamma == 0.0
    assert CorefComponent(str(model)).resolver.decoder == load_resolver(model).decoder


def test_settings_are_checked_at_once():
    with pytest.raises(SettingError, match="gamma is 2"):
        CorefComponent(gamma=2.0)
    with pytest.raises(SettingError, match=r"unknown layout 'rows'.*spans, experimental"):
        CorefComponent(layout="rows")
    with pytest.raises(SettingError, match=r"unknown mentions 'gold'.*spans:KEY"):
        CorefComponent(mentions="gold")
    with pytest.raises(Exception, match="gama"):
        spacy.blank("en").add_pipe("corefpipe", config={"gama": 1})


def test_predict_leaves_the_docs_alone(nlp):
    component = nlp.get_pipe("corefpipe")
    with nlp.select_pipes(disable="corefpipe"):
        doc = nlp(TEXTS[0])
    before = doc.to_bytes()
    resolutions = component.predict([doc])
    assert doc.to_bytes() == before
    component.set_annotations([doc], resolutions)
    assert chains(doc)


@pytest.mark.parametrize("text", ["", "She", " ", "\n\n \t", "!"])
def test_next_to_nothing(nlp, text):
    doc = nlp(text)
    assert chains(doc) == []
    assert doc.spans["coref"].attrs["probabilities"] == []
    assert [chains(d) for d in nlp.pipe([text, text])] == [[], []]


def test_a_second_run_gives_the_same(nlp, expected):
    component = nlp.get_pipe("corefpipe")
    assert chains(component(component(nlp(TEXTS[0])))) == expected[0]


def test_overwrite(nlp, model, expected):
    doc = nlp(TEXTS[0])
    doc.spans["coref"] = SpanGroup(doc, spans=[doc[0:1]])
    keeping = CorefComponent(str(model), overwrite=False)
    assert [span.start for span in keeping(doc).spans["coref"]] == [0]
    assert chains(nlp.get_pipe("corefpipe")(doc)) == expected[0]
    del doc.spans["coref"]
    assert chains(keeping(doc)) == expected[0]


def test_an_unparsed_doc_is_an_error(nlp):
    component = nlp.get_pipe("corefpipe")
    doc = Doc(nlp.vocab, words=["She", "left"])
    with pytest.raises(AnnotationError, match=r"no dependency parse .*corefpipe\.load"):
        component(doc)
    with pytest.raises(AnnotationError):
        list(component.pipe([doc]))


def test_errors_go_to_the_handler(model, nlp, expected):
    component = CorefComponent(str(model), name="coref")
    caught = []
    component.set_error_handler(lambda name, pipe, docs, error: caught.append((name, pipe, docs, type(error))))
    with nlp.select_pipes(disable="corefpipe"):
        good = nlp(TEXTS[0])
    bad = Doc(nlp.vocab, words=["She", "left"])
    done = list(component.pipe([bad, good]))
    assert caught == [("coref", component, [bad], AnnotationError)]
    assert chains(done[-1]) == expected[0]
    assert "coref" not in bad.spans


def test_the_pipeline_sets_the_handler(model):
    nlp = spacy.blank("en")
    nlp.add_pipe("corefpipe", config={"model": str(model)})
    with pytest.raises(AnnotationError):
        nlp("She left.")
    errors = []
    nlp.set_error_handler(lambda name, pipe, docs, error: errors.append(name))
    nlp("She left.")
    list(nlp.pipe(["She left.", "He came."]))
    assert errors == ["corefpipe"] * 3


def test_a_model_that_is_not_there(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("corefpipe", config={"model": str(tmp_path / "none")})
    with pytest.raises(ModelError, match="no such model folder"):
        nlp("She left.")


@pytest.mark.parametrize("processes", [1, 2])
def test_pipe_gives_the_same_as_calls(nlp, expected, processes):
    assert [chains(doc) for doc in nlp.pipe(TEXTS, n_process=processes, batch_size=2)] == expected


def test_chains_survive_in_bytes(nlp, expected):
    doc = nlp(TEXTS[0])
    probabilities = doc.spans["coref"].attrs
    vocab = spacy.blank("en").vocab
    (binned,) = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(vocab)
    for copy in (Doc(vocab).from_bytes(doc.to_bytes()), binned):
        assert chains(copy) == expected[0]
        assert copy.spans["coref"].attrs == probabilities


def test_a_saved_pipeline_carries_its_model(model, expected, tmp_path, python):
    shutil.copytree(model, tmp_path / "model")
    load(tmp_path / "model").to_disk(tmp_path / "saved")
    shutil.rmtree(tmp_path / "model")
    code = (
        "import json, spacy\n"
        f"nlp = spacy.load({str(tmp_path / 'saved')!r})\n"
        f"for doc in list(nlp.pipe({TEXTS!r})):\n"
        "    print(json.dumps([(s.start, s.end, s.label_, s.id_) for s in doc.spans['coref']]))"
    )
    done = python("-c", code)
    assert done.returncode == 0, done.stderr
    for line, found in zip(done.stdout.splitlines(), expected, strict=True):
        again = {}
        for start, end, label, name in json.loads(line):
            again.setdefault(name, []).append((start, end, label))
        assert list(again.values()) == found


def test_bytes(nlp, expected, tmp_path):
    other = CorefComponent(str(tmp_path / "none")).from_bytes(nlp.get_pipe("corefpipe").to_bytes())
    assert chains(other(nlp(TEXTS[0]))) == expected[0]


def test_clear_labels(nlp):
    doc = nlp.get_pipe("corefpipe")(make_doc(CLEAR))
    spans = {doc[start:end].text for chain in chains(doc) for start, end, _ in chain}
    assert {"Nora", "her", "She"} <= spans


def test_clear_labels_of_the_passive_prepositions_and_clauses(packaged):
    doc = packaged.get_pipe("corefpipe")(make_doc(PASSIVE))
    captain, hat = texts_of(doc)
    assert {"The captain of the ship", "the captain 's"} <= set(captain)
    assert hat == ["his hat", "it"]


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
        "the speakers determine who this mention is, whatever the features say"
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


def test_speakers_count(nlp):
    with nlp.select_pipes(disable="corefpipe"):
        doc = nlp("I see you. I see you.")
    scores = []
    for second in ("Ann", "Bo"):
        for token in doc:
            token._.speaker = "Ann" if token.i < 4 else second
        scores.append(nlp.get_pipe("corefpipe").predict([doc])[0].start)
    assert not np.allclose(*scores)


def texts_of(doc):
    return [[span.text for span in chain] for chain in doc._.coref]


ODD = [
    'Ann said: "I lost 🙂 my keys…"\n\n\n“She” found\tthem\u00a0there — naïvely.\n',
    "  Ann  lost\ther keys.\r\n\r\nShe   found them.  ",
    "👩‍👩‍👧 Mary's mother-in-law isn't here; she'd called her.\n\n* she * \n\n\n",
    "…",
    "She\n\n",
]


@pytest.mark.parametrize("text", ODD)
def test_offsets_slice_the_very_text(packaged, text):
    doc = packaged(text)
    assert doc.text == text
    for mention in doc._.coref.mentions:
        assert text[mention.start_char : mention.end_char] == mention.text
    assert text[slice(*doc._.coref.resolve().to_source(0, 1))] in text


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


def test_a_window_as_long_as_the_document_equals_no_window(packaged):
    doc = packaged(" ".join(TEXTS))
    model = packaged.get_pipe("corefpipe").to_bytes()
    found = []
    for window in (0, len(doc), 10**6):
        component = CorefComponent(window=window).from_bytes(model)
        assert component.resolver.features.spec.candidates.window == window
        found.append(component(doc.copy()).to_bytes())
    assert found[1] == found[2] != found[0]
    with pytest.raises(SettingError, match="window is -1"):
        CorefComponent(window=-1).from_bytes(model)


def test_a_part_of_a_doc_can_be_resolved_alone(packaged):
    doc = packaged("Ann lost her keys. She found them.")
    (_, second) = doc.sents
    assert texts_of(packaged.get_pipe("corefpipe")(second.as_doc())) == []


def test_a_pipeline_resolves_its_own_merged_docs(packaged):
    docs = list(packaged.pipe(TEXTS))
    whole = packaged.get_pipe("corefpipe")(Doc.from_docs(docs))
    assert sum(map(len, texts_of(whole))) >= sum(len(chain) for doc in docs for chain in texts_of(doc))


def test_every_process_gives_the_same_bytes(packaged, python):
    code = (
        "import corefpipe, multiprocessing, sys\n"
        "multiprocessing.set_start_method(sys.argv[1])\n"
        "nlp = corefpipe.load('en')\n"
        f"for doc in nlp.pipe({TEXTS!r}, n_process=2, batch_size=1):\n"
        "    print([(s.start, s.end, s.id_) for s in doc.spans['coref']], doc.spans['coref'].attrs)"
    )
    one, two = (python("-c", code, way, PYTHONHASHSEED=seed) for way, seed in (("fork", "1"), ("spawn", "2")))
    assert one.returncode == two.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    here = [
        f"{[(s.start, s.end, s.id_) for s in doc.spans['coref']]} {doc.spans['coref'].attrs}"
        for doc in packaged.pipe(TEXTS)
    ]
    assert one.stdout.splitlines() == here


def test_what_is_no_doc(packaged):
    component = packaged.get_pipe("corefpipe")
    for call in (lambda: component(TEXTS[0]), lambda: component.explain(TEXTS[0], "Mary")):
        with pytest.raises(AnnotationError, match=r"called with a str, not with a Doc\. Call the pipeline"):
            call()


def test_a_misspelt_setting_is_an_error(packaged):
    with pytest.raises(AttributeError, match="treshold"):
        packaged.get_pipe("corefpipe").treshold = 1.0


def test_docs_with_contexts(nlp, expected):
    pairs = list(nlp.pipe(zip(TEXTS, range(3), strict=True), as_tuples=True))
    assert [(chains(doc), number) for doc, number in pairs] == list(zip(expected, range(3), strict=True))


def test_a_second_component_replaces_the_chains_of_the_first(model):
    nlp = load(model)
    nlp.add_pipe("corefpipe", name="second", config={"model": str(model), "layout": "experimental"})
    assert all(key.startswith("coref_clusters_") for key in nlp(TEXTS[0]).spans)
    nlp.disable_pipe("second")
    assert list(nlp(TEXTS[0]).spans) == ["coref"]
    nlp.disable_pipe("corefpipe")
    assert not nlp(TEXTS[0])._.coref.resolved
