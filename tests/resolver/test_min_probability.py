"""`min_probability`: no link is made whose calibrated probability is below it."""

from __future__ import annotations

import numpy as np
import pytest

import corefpipe
from corefpipe.clustering.decoders import L3MDecoder
from corefpipe.clustering.named import make_decoder
from corefpipe.exceptions import SettingError
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.overrides import Overrides

GRID = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
CHAT = "Ann: Did you see my keys, Bo?\nBo: You left them on my desk.\nAnn: I am so forgetful. Bo found them.\n"


def links(resolution):
    """The mentions that are linked to an earlier one, whether the speakers say so, and their probabilities."""
    linked = resolution.decoding.antecedent >= 0
    return linked, resolution.settled, resolution.probability()


@pytest.fixture(scope="module")
def texts(base, samples):
    return [base(document.text) for document in corefpipe.read(samples, "text")] + [base(CHAT)]


@pytest.mark.parametrize("decoder", ["l3m", "best-link", "sum-link"])
def test_no_link_is_less_probable(texts, decoder):
    resolver = load_resolver("en")
    resolver.decoder = make_decoder(decoder)
    made = []
    for least in GRID:
        resolver.configure(min_probability=least)
        found = [links(resolver.resolve(doc)) for doc in texts]
        assert all((probability[linked] >= least).all() for linked, _, probability in found)
        made.append(sum(int((linked & ~settled).sum()) for linked, settled, _ in found))
    assert made == sorted(made, reverse=True)
    assert made[0] > made[2] > made[4] > made[5] == 0


def test_at_zero_every_mention_with_a_candidate_is_linked(texts):
    resolver = load_resolver("en", min_probability=0, constraints=())
    for doc in texts[:2]:
        resolution = resolver.resolve(doc)
        assert set(resolution.decoding.labels.tolist()) == {0}


def test_links_that_speakers_determine_stay(base):
    doc = corefpipe.load("en")(CHAT)
    resolution = load_resolver("en", min_probability=1).resolve(doc)
    linked, settled, probability = links(resolution)
    assert settled.any()
    assert (linked == settled).all()
    assert (probability[settled] == 1).all()


def test_documents_with_given_mentions_use_their_own_calibration(texts):
    resolver = load_resolver("en", min_probability=0.6)
    doc = texts[0]
    given = [(start, end) for start, end, _ in resolver.table(doc).triples()]
    linked, _, probability = links(resolver.resolve(doc, given))
    assert linked.any()
    assert (probability[linked] >= 0.6).all()


def test_none_leaves_the_models_threshold(texts):
    plain, back = load_resolver("en"), load_resolver("en", min_probability=0.9)
    back.configure(threshold=plain.decoder.threshold)
    assert back.min_probability is None
    for doc in texts[:3]:
        one, other = plain.resolve(doc), back.resolve(doc)
        assert np.array_equal(one.decoding.labels, other.decoding.labels)


def test_it_is_no_part_of_the_model():
    assert load_resolver("en", min_probability=0.9).to_bytes() == load_resolver("en").to_bytes()


def test_what_is_reported_is_never_below(texts):
    for doc in map(load_resolver("en", min_probability=0.7), (doc.copy() for doc in texts)):
        assert doc._.coref.chains
        for chain in doc._.coref:
            assert all(mention._.coref.probability >= 0.7 for mention in chain[1:])


def test_resolve_and_its_cache():
    text = "Ann lost her keys. She found them."
    few = corefpipe.resolve(text, min_probability=1)
    many = corefpipe.resolve(text, min_probability=0, constraints=())
    assert len(few.chains()) == 0
    assert len(many.chains()) == 1 < len(corefpipe.resolve(text).chains())
    with pytest.raises(SettingError, match="both min_probability and threshold"):
        corefpipe.resolve(text, min_probability=0.5, threshold=0.5)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), "0.5", True, [0.5]])
def test_values_that_are_no_probability(value):
    with pytest.raises(SettingError, match="min_probability is"):
        Overrides(min_probability=value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"threshold": float("nan")}, "threshold is nan. It must be a number from"),
        ({"threshold": float("-inf")}, "threshold is -inf"),
        ({"threshold": "0.3"}, "threshold is '0.3'"),
        ({"threshold": True}, "threshold is True"),
        ({"gamma": float("nan")}, "gamma is nan"),
        ({"gamma": 1.5}, "gamma is 1.5"),
        ({"gamma": "cold"}, "gamma is 'cold'"),
        ({"mention_window": -1}, "mention_window is -1"),
        ({"mention_window": 2.5}, "mention_window is 2.5"),
        ({"mention_window": True}, "mention_window is True"),
        ({"mention_window": "50"}, "mention_window is '50'"),
    ],
)
def test_other_settings_outside_their_range(settings, message):
    with pytest.raises(SettingError, match=message):
        load_resolver("en", **settings)


@pytest.mark.parametrize("decoder", ["closest-link", "correlation", "agglomerative", "all-in-one"])
def test_decoders_that_choose_no_best_chain(resolver, decoder):
    other = load_resolver("en")
    other.decoder = make_decoder(decoder)
    with pytest.raises(SettingError, match=f"decoder '{decoder}' cannot use min_probability.*l3m, best-link"):
        other.configure(min_probability=0.5)
    assert other.min_probability is None


def test_a_configured_resolver_leaves_the_first_alone(texts):
    resolver = load_resolver("en")
    before = resolver.to_bytes()
    other = resolver.configured(Overrides(gamma=0.5, mention_window=3, min_probability=None))
    assert (other.decoder, other.features.spec.candidates.window) == (
        L3MDecoder(0.5, resolver.decoder.threshold),
        3,
    )
    other.resolve(texts[0])
    assert resolver.to_bytes() == before
