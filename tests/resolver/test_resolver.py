"""Resolver: training, resolving, writing to Docs, saving to files and bytes."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
import spacy

from corefpipe.chains.documents import from_doc
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.learners import L3MLearner
from corefpipe.document import Document, Mention
from corefpipe.exceptions import AnnotationError, ModelError, SettingError
from corefpipe.features import FeatureSet
from corefpipe.parsing.annotate import annotate
from corefpipe.resolver.model import Resolver


def chains(resolver, doc, document=None):
    """The chains of a copy of the Doc as sorted lists of spans."""
    found = from_doc(resolver(doc.copy(), document))
    return sorted(sorted(m.span for m in chain) for chain in found.chains().values())


def gold_chains(document):
    return sorted(sorted(m.span for m in chain) for chain in document.chains().values())


@pytest.fixture(scope="module")
def two_sentences(base):
    document = Document(
        "d",
        words=["The", "old", "captain", "lost", "his", "keys", ".", "He", "found", "them", "in", "the", "boat", "."],
        sentence_starts=[0, 7],
        mentions=[Mention(0, 3, "1"), Mention(4, 5, "1"), Mention(4, 6, "2"), Mention(7, 8, "1"), Mention(9, 10, "2")],
    )
    return next(annotate([document], base))


@pytest.mark.parametrize("mentions", ["gold", "predicted"])
@pytest.mark.parametrize("gamma", [0.0, 0.5, 1.0])
def test_overfits_two_sentences(two_sentences, mentions, gamma):
    doc, document = two_sentences
    resolver = Resolver(FeatureSet("default"), L3MDecoder(gamma))
    assert resolver.fit([two_sentences], L3MLearner(gamma, passes=20), mentions) is resolver
    assert chains(resolver, doc, document if mentions == "gold" else None) == gold_chains(document)


def test_gold_mentions_are_covered_exactly(gold_resolver, annotated):
    for doc, document in annotated:
        found = from_doc(gold_resolver(doc.copy(), document))
        assert [m.span for m in found.mentions] == [m.span for m in document.mentions]
        assert gold_resolver.singletons


def sizes_of_chains(resolver, doc):
    return sorted(map(len, chains(resolver, doc)))


def test_singletons_are_found_where_the_corpus_has_them(resolver, annotated):
    assert resolver.singletons
    for doc, document in annotated:
        resolution = resolver.resolve(doc)
        alone = {(one.start, one.end) for one in resolution.chain_spans(True)}
        alone -= {(one.start, one.end) for one in resolution.chain_spans(False)}
        gold = {mention.span for mention in document.mentions}
        assert alone
        assert len(alone & gold) > len(alone - gold)


def test_a_corpus_without_singletons_gives_none(annotated):
    def in_chains(document):
        chained = [mention for chain in document.chains().values() if len(chain) > 1 for mention in chain]
        return replace(document, mentions=chained)

    pairs = [(doc, in_chains(document)) for doc, document in annotated]
    resolver = Resolver(FeatureSet("default"), L3MDecoder()).fit(pairs, L3MLearner(passes=2), "predicted")
    assert not resolver.singletons
    assert all(min(sizes_of_chains(resolver, doc), default=2) > 1 for doc, _ in pairs)


def test_resolve_leaves_the_doc_alone(resolver, annotated):
    doc, _ = annotated[0]
    before = doc.to_bytes()
    resolution = resolver.resolve(doc)
    assert doc.to_bytes() == before
    assert len(resolution.spans) == len(resolution.kinds) == len(resolution.decoding.labels)


def test_what_is_written(resolver, annotated):
    doc = resolver(annotated[0][0].copy())
    group = doc.spans["coref"]
    assert group.name == "coref"
    assert {span.label_ for span in group} <= {"pronoun", "name", "nominal", "coordination", "verb"}
    assert all(span.id_ == span.kb_id_ for span in group)
    assert list(dict.fromkeys(span.id_ for span in group)) == [
        str(n) for n in range(1, len({s.id_ for s in group}) + 1)
    ]
    probabilities = group.attrs["probabilities"]
    assert len(probabilities) == len(group)
    assert all(0 <= p <= 1 for p in probabilities)
    bounds = [(span.start, -span.end) for span in group]
    assert bounds == sorted(bounds)


def test_singletons_can_be_asked_for(resolver, annotated):
    doc, _ = annotated[0]
    resolution = resolver.resolve(doc)
    assert len(resolver.write(doc.copy(), resolution, singletons=True).spans["coref"]) == len(resolution.spans)
    assert len(resolver.write(doc.copy(), resolution, singletons=False).spans["coref"]) < len(resolution.spans)


def test_the_same_model_from_files_and_bytes(resolver, annotated, tmp_path):
    resolver.to_disk(tmp_path / "new" / "model")
    assert sorted(p.name for p in (tmp_path / "new" / "model").iterdir()) == [
        "SHA256SUMS",
        "features.toml",
        "resolver.toml",
        "weights.npz",
    ]
    for copy in (Resolver.from_disk(tmp_path / "new" / "model"), Resolver.from_bytes(resolver.to_bytes())):
        for name in ("decoder", "singletons", "base", "meta"):
            assert getattr(copy, name) == getattr(resolver, name)
        assert copy.features.spec.text == resolver.features.spec.text
        assert copy.features.get_feature_names_out().tolist() == resolver.features.get_feature_names_out().tolist()
        assert np.array_equal(copy.weights, resolver.weights)
        assert np.array_equal(copy.selector.classifier.weights, resolver.selector.classifier.weights)
        assert copy.to_bytes() == resolver.to_bytes()
        for doc, _ in annotated:
            assert chains(copy, doc) == chains(resolver, doc)


def test_the_same_bytes_from_the_same_input(annotated, resolver, tmp_path):
    again = Resolver(FeatureSet("default"), meta=resolver.meta)
    again.fit(annotated, L3MLearner(passes=10), "predicted")
    assert again.to_bytes() == resolver.to_bytes()
    for name in ("a", "b"):
        again.to_disk(tmp_path / name)
    for file in (tmp_path / "a").iterdir():
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes()


def test_meta_of_any_plain_kind_survives():
    meta = {"a": 'quo"te\n', "b": [1, 2], "c": 0.5, "d": True, "naïve": "é", "e": ["x", "😀 z"]}
    assert Resolver.from_bytes(Resolver(FeatureSet.parse("").fit([]), meta=meta).to_bytes()).meta == meta


def test_a_resolver_that_learned_nothing_is_not_written(tmp_path):
    with pytest.raises(SettingError, match=r"the feature set 'default' has no vocabulary\. Call fit first"):
        Resolver(FeatureSet("default")).to_disk(tmp_path / "model")


def test_columns_without_weight_are_not_kept(resolver):
    assert len(resolver.weights) == len(resolver.features.get_feature_names_out())
    assert resolver.weights.all()


def test_a_window_of_ones_own_travels_with_the_model(annotated):
    resolver = Resolver(FeatureSet("default", window=3)).fit(annotated, L3MLearner(), "gold")
    copy = Resolver.from_bytes(resolver.to_bytes())
    assert copy.features.spec.candidates == resolver.features.spec.candidates
    assert copy.features.spec.candidates.window == 3


def test_learned_features_travel_with_the_model(annotated, two_sentences):
    # The classifiers behind features of this set are trained on the same documents.
    features = FeatureSet("durrett_klein2013_surface")
    assert features.spec.learned
    resolver = Resolver(features).fit(annotated, L3MLearner(passes=2), "gold")
    copy = Resolver.from_bytes(resolver.to_bytes())
    assert list(copy.features.models) == features.spec.learned
    assert copy.to_bytes() == resolver.to_bytes()
    doc, document = two_sentences
    assert np.array_equal(copy.resolve(doc, document).decoding.labels, resolver.resolve(doc, document).decoding.labels)


def test_nothing_to_learn_from(base):
    with pytest.raises(ModelError, match="nothing to learn from"):
        Resolver(FeatureSet("default")).fit(annotate([Document("d", words=["!"])], base), L3MLearner())


def test_one_mention_is_little_but_no_error(base):
    document = Document("d", words=["She"], sentence_starts=[0], mentions=[Mention(0, 1, "1")])
    pairs = list(annotate([document], base))
    resolver = Resolver(FeatureSet("default")).fit(pairs, L3MLearner(), "gold")
    assert not resolver.weights.any()
    assert chains(resolver, pairs[0][0], document) == [[(0, 1)]]


def test_rare_features_are_left_out(annotated):
    sizes = [
        np.count_nonzero(Resolver(FeatureSet("default", min_count=n)).fit(annotated, L3MLearner(), "gold").weights)
        for n in (1, 2, 10)
    ]
    assert sizes[0] > sizes[1] > sizes[2] > 0


def test_a_doc_of_other_words(resolver, annotated):
    (doc, _), (_, other) = annotated
    with pytest.raises(AnnotationError, match=r"document ferry: 55 words, its Doc has 71"):
        resolver(doc, other)


@pytest.mark.parametrize("mentions", ["gold", "predicted"])
def test_a_doc_without_lemmas(resolver, base, mentions):
    document = Document(
        "d", words=["Nora", "lost", "her", "keys", "."], mentions=[Mention(0, 1, "1"), Mention(2, 3, "1")]
    )
    with base.select_pipes(disable="lemmatizer"):
        pairs = list(annotate([document], base))
    message = "the Doc has no lemmas, which 'default' needs for .* Run a pipeline with a lemmatizer"
    with pytest.raises(AnnotationError, match=message):
        resolver(pairs[0][0], document if mentions == "gold" else None)
    with pytest.raises(AnnotationError, match=message):
        Resolver(FeatureSet("default")).fit(pairs, L3MLearner(), mentions)


def test_a_doc_without_a_parse(resolver):
    with pytest.raises(AnnotationError, match="the Doc has no dependency parse and no parts of speech"):
        resolver(spacy.blank("en")("It rains."))


def test_what_a_constraint_forbids_is_no_antecedent(nlp):
    doc = nlp("Mary Bell lost her keys. She found them.")
    them, she = doc[8:9], doc[6:7]
    assert (them.text, she.text) == ("them", "She")
    listed = [one.span for one in doc._.coref.antecedents(them)]
    assert listed
    assert she not in listed
    explained = nlp.get_pipe("corefpipe").explain(doc, them, she)
    assert explained.probability == pytest.approx(0, abs=1e-5)
    assert any("numbers forbids" in note for note in explained.notes)


@pytest.mark.parametrize("span", [(0, 999), (3, 3), (5, 3), (-3, -1)])
def test_given_spans_outside_the_doc(resolver, base, span):
    doc = base("Ann saw her brother.")
    with pytest.raises(AnnotationError, match=re.escape(f"mention {span} lies outside its Doc of 5 tokens. Words are")):
        resolver.resolve(doc, [(0, 1), span])
