"""The spaCy scorer behind `nlp.evaluate(examples)` and `spacy evaluate`: scores of chains."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from corefpipe.chains.chain import required_id
from corefpipe.chains.coref import Coref
from corefpipe.chains.layout import SPANS_KEY, has_chains
from corefpipe.scoring import score
from corefpipe.scoring.inputs import Chains


@registry.scorers("corefpipe.coref_scorer.v1")
def make_coref_scorer(spans_key: str = SPANS_KEY, profile: str = "strict") -> Callable[..., dict[str, Any]]:
    """The function behind `@scorers = "corefpipe.coref_scorer.v1"`.

    Args:
        spans_key: key of `doc.spans` in the reference and in the prediction.
        profile: `strict` or `official` (`corefpipe.scoring.PROFILES`).
    """
    # Not a function within this one: pipelines travel to worker processes.
    return partial(score_coref, spans_key=spans_key, profile=profile)


def score_coref(
    examples: Iterable[Example], *, spans_key: str = SPANS_KEY, profile: str = "strict", **_: Any
) -> dict[str, Any]:
    """Scores of predicted chains against those of the references, mentions matched by character offsets.

    A span's `id_` names its chain. References without the span group are not counted; with none at all every score is
    None, as in spaCy's own scorers.

    Args:
        examples: predicted and reference Docs.
        spans_key: key of `doc.spans` in both.
        profile: as in `corefpipe.score`; profiles that need heads raise an error.

    Raises:
        AnnotationError: a span without an id; a span in two chains, if the profile refuses that.

    Returns:
        `coref_p`, `coref_r`, `coref_f`: means of MUC, B-cubed and CEAF-e (the F is the CoNLL average); for each metric
        `coref_muc_p`, `…_r`, `…_f`; and `coref_per_doc`, the CoNLL average of each document.
    """
    keys: dict[str, Chains] = {}
    responses: dict[str, Chains] = {}
    for number, example in enumerate(examples):
        if spans_key in example.reference.spans or (spans_key == SPANS_KEY and has_chains(example.reference)):
            keys[str(number)] = _chains(example.reference, spans_key)
            responses[str(number)] = _chains(example.predicted, spans_key)
    names = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea")
    if not keys:
        empty = [f"coref_{name}_{letter}" for name in names for letter in "prf"]
        return dict.fromkeys([*(f"coref_{letter}" for letter in "prf"), *empty, "coref_per_doc"])
    found = score(keys, responses, metrics=names, profile=profile)
    scores: dict[str, Any] = {}
    for name in names:
        scores |= {
            f"coref_{name}_p": found[name].precision,
            f"coref_{name}_r": found[name].recall,
            f"coref_{name}_f": found[name].f1,
        }
    averaged = {
        f"coref_{letter}": sum(scores[f"coref_{name}_{letter}"] for name in ("muc", "b_cubed", "ceaf_e")) / 3
        for letter in "prf"
    }
    return averaged | scores | {"coref_per_doc": [row.conll for row in found.by("document").values()]}


def _chains(doc: Doc, spans_key: str) -> list[list[tuple[int, int]]]:
    if spans_key == SPANS_KEY:  # in either layout
        return [[(span.start_char, span.end_char) for span in chain] for chain in Coref(doc)]
    chains: dict[str, list[tuple[int, int]]] = {}
    for span in doc.spans.get(spans_key, ()):
        chains.setdefault(required_id(span, spans_key), []).append((span.start_char, span.end_char))
    return list(chains.values())
