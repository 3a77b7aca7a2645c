"""Settings of all learners and decoders: what is refused, and what NumPy's numbers do."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from helpers.links import random_links

from corefpipe.clustering import Clusterer
from corefpipe.clustering.decoders import BestLinkDecoder, L3MDecoder
from corefpipe.clustering.learners import BinaryLearner, L3MLearner
from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.clustering.registry import DECODERS, LEARNERS
from corefpipe.exceptions import SettingError

NO_NUMBERS = [float("nan"), -np.inf, "x", "0.5", None, True, np.bool_(True), [1], 1j, -(10**400), np.zeros(2)]
NO_WHOLE = [*NO_NUMBERS, 1.0, 2.5, np.float64(3), 10**400, -1, 2**32]


def settings_of(kind: type) -> dict[str, Any]:
    """Setting -> declared type."""
    hints = get_type_hints(kind.__init__, include_extras=True)
    return {name: hint for name, hint in hints.items() if name not in ("return", "classifier", "partitioner")}


DECODER_SETTINGS = [(name, *item) for name, entry in DECODERS.own().items() for item in settings_of(entry.kind).items()]
LEARNER_SETTINGS = [(name, *item) for name, entry in LEARNERS.own().items() for item in settings_of(entry.kind).items()]


def wrong(hint: Any) -> list[Any]:
    """Values that a setting of this type cannot have."""
    arms = get_args(hint)
    if type(None) in arms:
        return [value for value in wrong(arms[0]) if value is not None]
    if get_origin(hint) is Literal:
        return ["x", 1, None, float("nan"), [1]]
    if hint is bool:
        return [0, 1, "true", None, float("nan")]
    assert get_origin(hint) is Annotated, "a number without a range"
    return NO_WHOLE if get_args(hint)[0] is int else NO_NUMBERS


@pytest.mark.parametrize(("decoder", "setting", "hint"), DECODER_SETTINGS)
def test_of_decoders(decoder, setting, hint):
    for value in wrong(hint):
        with pytest.raises(SettingError, match=setting):
            make_decoder(decoder, {setting: value})


@pytest.mark.parametrize(("learner", "setting", "hint"), LEARNER_SETTINGS)
def test_of_learners(learner, setting, hint):
    links, labels = random_links(0, (3,))
    for value in wrong(hint):
        with pytest.raises(SettingError, match=setting):
            make_learner(learner, {setting: value}).fit(links, labels)


@pytest.mark.parametrize("threshold", [np.inf, -1e301, 1.7e308])
def test_thresholds_whose_sums_overflow(threshold):
    with pytest.raises(SettingError, match=r"threshold is .*It must be a number from -1e\+300 to 1e\+300"):
        L3MDecoder(threshold=threshold)


def test_settings_are_checked_when_they_change():
    clusterer = Clusterer.named("l3m")
    with pytest.raises(SettingError, match="threshold is nan"):
        clusterer.set_params(decoder__threshold=float("nan"))
    clusterer.set_params(learner__seed=-1)
    with pytest.raises(SettingError, match=r"seed is -1\. It must be a whole number from 0"):
        clusterer.fit(*random_links(0))
    with pytest.raises(SettingError, match="seed is -1"):
        next(L3MLearner(seed=-1).passes_over(*random_links(0)))
    with pytest.raises(SettingError, match="passes is a number of 1329 bits"):
        L3MLearner(passes=10**400).fit(*random_links(0))
    with pytest.raises(SettingError, match="classifier is 3"):
        BinaryLearner(classifier=3).fit(*random_links(0))


def test_numbers_of_numpy():
    links, labels = random_links(0)
    one = L3MLearner(gamma=np.float64(0.5), passes=np.int64(2), seed=np.uint8(3), average=np.bool_(True))
    other = L3MLearner(gamma=0.5, passes=2, seed=3)
    assert one.fit(links, labels).coef_.tobytes() == other.fit(links, labels).coef_.tobytes()
    assert BestLinkDecoder(np.float32(0.5)) == BestLinkDecoder(0.5)
    assert [field.name for field in fields(L3MDecoder(gamma=np.int32(0)))] == ["gamma", "threshold"]
    scores = links.features[:, [0]].toarray().ravel()
    found = [decoder.decode_all(links, scores) for decoder in (L3MDecoder(np.int32(0), 0.5), L3MDecoder(0, 0.5))]
    assert all(map(np.array_equal, *found))
