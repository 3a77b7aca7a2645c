"""The spaCy pipeline component."""

from __future__ import annotations

import json
import shutil
import warnings

import numpy as np
import pytest
import spacy
from helpers.parses import make_doc
from spacy.language import Language
from spacy.tokens import Doc, DocBin, SpanGroup

from corefpipe.exceptions import AnnotationError, CorefpipeWarning, ModelError, SettingError
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver
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


def chains(doc):
    found = {}
    for span in doc.spans["coref"]:
        found.setdefault(span.id_, []).append((span.start, span.end, span.label_))
    return list(found.values())


def linked(doc):
    """Number of mentions in chains of two or more."""
    return sum(len(chain) for chain in chains(doc) if len(chain) > 1)


def longest(doc):
    return max(map(len, chains(doc)))


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
    assert done.returncode == 0, done.stderr
    assert "nothing in this pipeline parses" in done.stderr


def test_load(nlp, base):
    assert nlp.pipe_names == ["corefpipe_turns", *base.pipe_names, "corefpipe"]
    assert nlp.get_pipe_meta("corefpipe").assigns == ["doc.spans", "doc._.coref", "span._.coref", "token._.coref"]


def test_chains(expected):
    for found in expected:
        assert any(len(chain) > 1 for chain in found)


def test_settings(nlp, model):
    doc = nlp(TEXTS[0])
    alone = CorefComponent(str(model), threshold=1e6)
    assert longest(alone(doc.copy())) == 1 < longest(doc)
    together = CorefComponent(str(model), threshold=-1e6, gamma=0.0)
    assert linked(together(doc.copy())) > linked(doc)
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


@pytest.mark.parametrize("text", ["", "Run", " ", "\n\n \t", "!"])
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


def test_docs_before_one_that_fails_come_first(model, nlp, expected):
    component = CorefComponent(str(model), name="coref")
    with nlp.select_pipes(disable="corefpipe"):
        good, later = nlp(TEXTS[0]), nlp(TEXTS[0])

    def stream():
        yield later
        raise OSError("gone")

    found = component.pipe([good, Doc(nlp.vocab, words=["She", "left"])])
    assert chains(next(found)) == expected[0]
    with pytest.raises(AnnotationError):
        next(found)
    found = component.pipe(stream())
    assert chains(next(found)) == expected[0]
    with pytest.raises(OSError, match="gone"):
        next(found)


def test_a_fault_of_resolving_together_goes_to_the_handler(model, nlp, monkeypatch):
    def fails(self, docs):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(Resolver, "_resolve_together", fails)
    component = CorefComponent(str(model), name="coref")
    with nlp.select_pipes(disable="corefpipe"):
        docs = [nlp(text) for text in TEXTS]
    caught = []
    component.set_error_handler(lambda name, pipe, docs, error: caught.append((len(docs), str(error))))
    assert list(component.pipe(docs)) == docs
    assert caught == [(3, "a fault of ours")]


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


def test_an_error_in_writing_goes_to_the_handler(model, nlp, expected, monkeypatch):
    component = CorefComponent(str(model))
    caught = []
    component.set_error_handler(lambda name, pipe, docs, error: caught.append(docs[0].text))
    write = Resolver.write

    def fails(resolver, doc, *arguments, **settings):
        if doc.text == TEXTS[1]:
            raise ValueError("bad luck")
        write(resolver, doc, *arguments, **settings)

    monkeypatch.setattr(Resolver, "write", fails)
    with nlp.select_pipes(disable="corefpipe"):
        docs = list(nlp.pipe(TEXTS))
    assert [doc.text for doc in component.pipe(docs)] == TEXTS
    assert caught == [TEXTS[1]]
    assert [chains(doc) for doc in docs if doc.text != TEXTS[1]] == [expected[0], expected[2]]


def test_a_model_that_is_not_there(tmp_path):
    """It is found when the component is added, not with the first text."""
    nlp = spacy.blank("en")
    with pytest.raises(ModelError, match="no such model folder"):
        nlp.add_pipe("corefpipe", config={"model": str(tmp_path / "none")})
    with pytest.raises(ModelError, match=r"en_big: no such model folder\. Give .en."):
        nlp.add_pipe("corefpipe", config={"model": "en_big"})
    assert not nlp.pipe_names


def test_nothing_that_parses(model):
    """It is said when the component is added; Docs that were parsed elsewhere can be given."""
    config = {"model": str(model)}
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    message = r'"corefpipe" needs parsed Docs, and nothing .* \(sentencizer\)\. Add it'
    with pytest.warns(CorefpipeWarning, match=message):
        nlp.add_pipe("corefpipe", config=config)
    with warnings.catch_warnings():
        warnings.simplefilter("error", CorefpipeWarning)
        for parser in ("parser", "parses_by_itself"):
            nlp = spacy.blank("en")
            nlp.add_pipe(parser)
            nlp.add_pipe("corefpipe", config=config)
        nlp = spacy.blank("en")
        nlp.tokenizer = TokenizerThatParses()
        nlp.add_pipe("corefpipe", config=config)


@Language.component("parses_by_itself")
def parses_by_itself(doc):
    """A component that does not tell what it assigns."""
    return doc


class TokenizerThatParses:
    """As that of spacy-stanza and spacy-udpipe."""


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


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("merging", "text", "chain"),
    [
        ("merge_noun_chunks", "The old man went home. He slept.", ["The old man", "He"]),
        ("merge_entities", "Mary Bell swept the steps before she opened the shop.", ["Mary Bell", "she"]),
    ],
)
def test_after_a_component_that_merges_tokens(model, merging, text, chain):
    nlp = load(model)
    nlp.add_pipe(merging, before="corefpipe")
    doc = nlp(text)
    assert doc[0].text == chain[0]
    assert [mention.text for mention in doc._.coref.chains_of(doc[0])[0]] == chain


def test_given_spans_and_a_component_that_merges_tokens_after_them(model):
    nlp = load(model, mentions="spans:given")
    nlp.add_pipe("merge_entities", before="corefpipe")
    doc = nlp.make_doc("Mary Bell swept the steps before she opened the shop with her")
    doc.spans["given"] = [doc[0:2], doc[6:7], doc[11:12]]
    doc = nlp(doc)
    assert doc[0].text == "Mary Bell"
    assert [mention.text for mention in doc._.coref.mentions] == ["Mary Bell", "she", "her"]


def test_clear_labels(nlp):
    doc = nlp.get_pipe("corefpipe")(make_doc(CLEAR))
    spans = {doc[start:end].text for chain in chains(doc) for start, end, _ in chain}
    assert {"Nora", "her", "She"} <= spans


def test_speakers_count(nlp):
    with nlp.select_pipes(disable="corefpipe"):
        doc = nlp("I see you. I see you.")
    scores = []
    for second in ("Ann", "Bo"):
        for token in doc:
            token._.speaker = "Ann" if token.i < 4 else second
        scores.append(nlp.get_pipe("corefpipe").predict([doc])[0].start)
    assert not np.allclose(*scores)


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


@pytest.mark.slow
def test_every_process_gives_the_same_bytes(packaged, python):
    code = (
        "import corefpipe, multiprocessing, sys\n"
        "multiprocessing.set_start_method(sys.argv[1])\n"
        "nlp = corefpipe.load('en')\n"
        f"for doc in nlp.pipe({TEXTS!r}, n_process=2, batch_size=1):\n"
        "    print([(s.start, s.end, s.id_) for s in doc.spans['coref']], doc.spans['coref'].attrs)"
    )
    found = python("-c", code, "spawn", PYTHONHASHSEED="2")
    assert found.returncode == 0, found.stderr
    here = [
        f"{[(s.start, s.end, s.id_) for s in doc.spans['coref']]} {doc.spans['coref'].attrs}"
        for doc in packaged.pipe(TEXTS)
    ]
    assert found.stdout.splitlines() == here


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
