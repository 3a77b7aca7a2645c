"""The spaCy component: `nlp.add_pipe("corefpipe")` after any pipeline that parses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import minibatch, raise_error

from corefpipe.annotate import SPANS_KEY
from corefpipe.clustering.decoders.l3m import check_gamma
from corefpipe.pipeline import load_resolver
from corefpipe.resolver import Resolution, Resolver

ErrorHandler = Callable[[str, Any, list[Doc], Exception], Any]
CorefScorer = Callable[..., dict[str, Any]]


@Language.factory(
    "corefpipe",
    assigns=["doc.spans"],
    requires=["token.dep", "token.head", "token.pos"],
    default_config={
        "model": "en",
        "gamma": None,
        "threshold": None,
        "overwrite": True,
        "scorer": {"@scorers": "corefpipe.coref_scorer.v1"},
    },
    default_score_weights={"coref_f": 1.0, "coref_p": None, "coref_r": None},
)
def make_coref(
    nlp: Language,
    name: str,
    model: str,
    gamma: float | None,
    threshold: float | None,
    overwrite: bool,
    scorer: CorefScorer | None,
) -> CorefComponent:
    """The factory behind the entry point.

    Args:
        nlp: the pipeline.
        name: the component's name there.
        model: "en", or a folder that `corefpipe train` wrote.
        gamma: temperature of the decoder in [0, 1]; None is the model's.
        threshold: added to the score of starting a chain: above the model's, fewer links are made. None is the model's.
        overwrite: resolve Docs again that have chains already.
        scorer: what `nlp.evaluate` calls with examples; None scores nothing.
    """
    if gamma is not None:
        check_gamma(gamma)
    return CorefComponent(model, name=name, gamma=gamma, threshold=threshold, overwrite=overwrite, scorer=scorer)


class CorefComponent:
    """Finds coreference chains and writes them to `doc.spans["coref"]`.

    A span there is a mention: its label is the kind of mention, its `id_` and `kb_id_` are the id of its chain; the
    group's `attrs["probabilities"]` has the probability of each mention's choice. The model is read when it is first
    needed, so that a saved pipeline finds its own, wherever it lies now.
    """

    def __init__(
        self,
        model: str = "en",
        *,
        name: str = "corefpipe",
        gamma: float | None = None,
        threshold: float | None = None,
        overwrite: bool = True,
        scorer: CorefScorer | None = None,
    ):
        self.model = model
        self.name = name
        self.gamma = gamma
        self.threshold = threshold
        self.overwrite = overwrite
        self.scorer = scorer
        self._resolver: Resolver | None = None
        self._handler: ErrorHandler = raise_error

    @property
    def resolver(self) -> Resolver:
        """The model behind the component."""
        if self._resolver is None:
            self._use(load_resolver(self.model))
        assert self._resolver is not None
        return self._resolver

    def _use(self, resolver: Resolver) -> None:
        resolver.tune(self.gamma, self.threshold)
        self._resolver = resolver

    def __call__(self, doc: Doc) -> Doc:
        """Resolve one Doc."""
        try:
            resolution = self.predict([doc])[0]
            self.set_annotations([doc], [resolution])
        except Exception as error:
            self._handler(self.name, self, [doc], error)
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 32) -> Iterator[Doc]:
        """Resolve Docs; a Doc that fails goes to the pipeline's error handler."""
        for batch in minibatch(stream, batch_size):
            for doc in batch:
                yield self(doc)

    def predict(self, docs: Iterable[Doc]) -> list[Resolution | None]:
        """The chains of each Doc, which stay as they are; None for a Doc that keeps the chains it has."""
        return [None if not self.overwrite and SPANS_KEY in doc.spans else self.resolver.resolve(doc) for doc in docs]

    def set_annotations(self, docs: Iterable[Doc], resolutions: Iterable[Resolution | None]) -> None:
        """Write chains to Docs."""
        for doc, resolution in zip(docs, resolutions, strict=True):
            if resolution is not None:
                self.resolver.write(doc, resolution)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Scores of the predicted chains of examples; called by `nlp.evaluate`."""
        return {} if self.scorer is None else self.scorer(examples, **kwargs)

    def set_error_handler(self, handler: ErrorHandler) -> None:
        """Called by the pipeline: handler(name, component, docs, error)."""
        self._handler = handler

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Save the model with the pipeline."""
        self.resolver.to_disk(path)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> CorefComponent:
        """Load the model saved with the pipeline."""
        self._use(Resolver.from_disk(path))
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The model as bytes."""
        return self.resolver.to_bytes()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> CorefComponent:
        """The model from its bytes."""
        self._use(Resolver.from_bytes(data))
        return self
