"""Train with one combination of settings, decode the held-out documents, and score the result."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from corefpipe.clustering.named import make_decoder, make_learner
from corefpipe.exceptions import CorefpipeError
from corefpipe.resolver.settings import as_stored, no_weights
from corefpipe.tuning.measures import Measure
from corefpipe.tuning.plan import Training, is_online
from corefpipe.tuning.prepared import Prepared
from corefpipe.tuning.results import Trial
from corefpipe.tuning.scoring import measure_labels


@dataclass(frozen=True, slots=True)
class TrialRunner:
    """Runs the trials of trainings that share data, learner, decoder and measures.

    Attributes:
        prepared: the documents to train and score on.
        learner: name of the learner.
        decoder: name of the decoder.
        measures: what each trial is scored by.
    """

    prepared: Prepared
    learner: str
    decoder: str
    measures: tuple[Measure, ...]

    def trials(self, training: Training) -> list[Trial]:
        """The trials of a training, with scores; a trial that failed has an error instead."""
        left = list(training.scored)
        found: list[Trial] = []
        try:
            prepared = self.prepared.part(training.data)
            for passes, scores, seconds in self._learned(training, prepared):
                while left and left[0][0] == passes:
                    _, decoder = left.pop(0)
                    found.append(self._decoded(training, prepared, passes, decoder, scores, seconds))
        except Exception as error:  # any error goes into the results, and the other settings are tried
            found += [_failed(training, passes, decoder, error) for passes, decoder in left]
        return found

    def _learned(self, training: Training, prepared: Prepared) -> Iterator[tuple[int | None, np.ndarray, float]]:
        """(passes, scores of the held-out links, CPU seconds of training) for each number of passes to score."""
        train = prepared.train
        start, seconds = time.process_time(), 0.0
        if not is_online(self.learner):
            learner = make_learner(self.learner, training.settings).fit(train.links, train.labels)
            if hasattr(learner, "coef_"):
                scores = _scores(prepared, learner.coef_)
            elif prepared.unseen is None:
                scores = learner.decision_function(prepared.dev.links)
            else:
                raise no_weights(learner)
            yield None, scores, time.process_time() - start
            return
        wanted = {passes for passes, _ in training.scored if passes is not None}
        learner = make_learner(self.learner, {**training.settings, "passes": max(wanted)})
        for number, coef in enumerate(learner.passes_over(train.links, train.labels), 1):
            seconds += time.process_time() - start
            start = time.process_time()
            if number in wanted:
                scores = _scores(prepared, coef)
                yield number, scores, seconds + time.process_time() - start
            start = time.process_time()

    def _decoded(
        self,
        training: Training,
        prepared: Prepared,
        passes: int | None,
        settings: Mapping[str, Any],
        scores: np.ndarray,
        seconds: float,
    ) -> Trial:
        start = time.process_time()
        part = prepared.dev
        try:
            labels = part.decode(make_decoder(self.decoder, settings), scores)
            seconds += time.process_time() - start
            found = measure_labels(part, labels, self.measures, prepared.singletons)
        except Exception as error:  # as in `trials`
            return _failed(training, passes, settings, error)
        return Trial(
            dict(training.settings), passes, dict(settings), found, round(seconds, 3), data=dict(training.data)
        )


def _scores(prepared: Prepared, coef: np.ndarray) -> np.ndarray:
    """Scores of the held-out links by weights of the training documents, and by those of context."""
    weights = as_stored(coef)
    if prepared.unseen is not None:
        weights = as_stored(prepared.unseen.with_context(weights))
    scores: np.ndarray = prepared.dev.links.features @ weights
    return scores


def _failed(training: Training, passes: int | None, decoder: Mapping[str, Any], error: Exception) -> Trial:
    text = " ".join(str(error).split())
    known = isinstance(error, CorefpipeError)
    message = text if known else f"{type(error).__name__}: {text}".rstrip(": ")
    data = dict(training.data)
    return Trial(dict(training.settings), passes, dict(decoder), error=message, again=not known, data=data)
