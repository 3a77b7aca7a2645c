"""The components of a base pipeline and the settings of its training, as a spaCy configuration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language

import corefpipe.parsing.entity_typer  # noqa: F401  registers its factory
from corefpipe.document import Document

# Component -> its scores on held-out documents, with their weights in the choice of the best pipeline.
SCORE_WEIGHTS = {
    "tagger": {"tag_acc": 0.15},
    "morphologizer": {"pos_acc": 0.1, "morph_acc": 0.1},
    "parser": {"dep_uas": 0.1, "dep_las": 0.4, "sents_f": 0.05},
    "trainable_lemmatizer": {"lemma_acc": 0.05},
    "corefpipe_entity_typer": {"entity_type_f": 0.05},
}
_SEED = 1
_WIDTH = 96
_BATCH = (200, 1000)  # words per batch, at the beginning and at the end
_PATIENCE = 8  # evaluations without a better score after which training stops
_EVALUATE = (40, 400)  # minimum and maximum of steps between evaluations; in between, two passes over the documents
# (words, maximum): a parser action or lemma rule must occur once more per so many training words, up to the maximum.
_RARE_ACTION, _RARE_LEMMA = (10_000, 30), (15_000, 20)


def base_config(
    nlp: Language, documents: Sequence[Document], folder: Path, max_steps: int, progress_bar: bool = False
) -> Any:
    """Add the components that the documents have annotation for to a blank pipeline, and configure its training.

    Args:
        nlp: the blank pipeline, which is changed.
        documents: training documents.
        folder: contains the training data, `train.spacy` and `dev.spacy`.
        max_steps: maximum number of training steps.
        progress_bar: show one for the steps between two evaluations.

    Returns:
        The configuration that `spacy.training.initialize.init_nlp` takes.
    """
    words = sum(map(len, documents))
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": _WIDTH}
    nlp.add_pipe("tok2vec", config={"model": _tok2vec()})
    weights: dict[str, float] = {}
    for factory, settings in _components(documents, 2 * words).items():  # each document is trained on twice
        model = (nlp.get_factory_meta(factory).default_config or {})["model"]
        nlp.add_pipe(factory, config={"model": model | {"tok2vec": listener}, **settings})
        weights |= SCORE_WEIGHTS[factory]
    config = nlp.config.copy()
    config["paths"] |= {part: str(folder / f"{part}.spacy") for part in ("train", "dev")}
    config["corpora"] = {
        part: {"@readers": "spacy.Corpus.v1", "path": f"${{paths.{part}}}"} for part in ("train", "dev")
    }
    two_passes = 2 * 2 * words // (sum(_BATCH) // 2)
    every = min(max(two_passes, _EVALUATE[0]), _EVALUATE[1], max_steps)
    config["training"] |= {
        "seed": _SEED,
        "dropout": 0.2,
        "patience": _PATIENCE * every,
        "max_steps": max_steps,
        "eval_frequency": every,
        "score_weights": weights,
        "logger": {"@loggers": "spacy.ConsoleLogger.v1", "progress_bar": progress_bar},
    }
    config["training"]["batcher"]["size"] |= {"start": _BATCH[0], "stop": _BATCH[1]}
    config["training"]["optimizer"]["use_averages"] = True
    return config


def as_stored(nlp: Language) -> Any:
    """The configuration of a trained pipeline without settings that do not affect training: paths and progress bar."""
    config = nlp.config.copy()
    config["paths"] = dict.fromkeys(config["paths"])
    config["training"]["logger"]["progress_bar"] = False
    return config


def _components(documents: Sequence[Document], words: int) -> dict[str, dict[str, Any]]:
    """Factories of the components that the documents have annotation for, with their settings, in pipeline order."""

    def have(column: str) -> bool:
        return any(any(getattr(document, column) or ()) for document in documents)

    found: dict[str, dict[str, Any]] = {}
    if have("tags"):
        found["tagger"] = {}
    found["morphologizer"] = {"overwrite": True}
    found["parser"] = {"min_action_freq": _min_count(1, words, _RARE_ACTION), "update_with_oracle_cut_size": 100}
    if have("lemmas"):
        found["trainable_lemmatizer"] = {"min_tree_freq": _min_count(2, words, _RARE_LEMMA)}
    if have("entity_types") or any(mention.type for document in documents for mention in document.mentions):
        found["corefpipe_entity_typer"] = {}
    return found


def _min_count(first: int, words: int, rare: tuple[int, int]) -> int:
    per_words, most = rare
    return min(first + words // per_words, most)


def _tok2vec() -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": _WIDTH,
            "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE", "IS_SPACE"],
            "rows": [4000, 1000, 2000, 1000, 50],
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": _WIDTH,
            "depth": 4,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    }
