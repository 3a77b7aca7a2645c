"""Training a base pipeline: tags, features, Universal Dependencies and lemmas of any language, from trees.

By spaCy's own training loop, on the CPU, with small networks and without vectors: a treebank is all that is needed.
`eval/base_pipeline` has the recipe of the packaged English one, which also learns from raw text.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import DocBin
from spacy.training import Corpus
from spacy.training.initialize import init_nlp
from spacy.training.loop import DIR_MODEL_BEST
from spacy.training.loop import train as train_loop

import corefpipe.parsing.entity_typer  # noqa: F401  registers its factory
from corefpipe.document import Document
from corefpipe.parsing.base_corpus import check_trees, held_out_docs, training_docs
from corefpipe.parsing.pipelines import blank

MAX_STEPS = 20_000
_SEED = 1
_WIDTH = 96
_BATCH = (200, 1000)  # words, at the beginning and later on
_PATIENCE = 8  # evaluations without a better one before it stops
_EVALUATE = (40, 400)  # steps between evaluations: about two passes over the documents, at least and at most this
# How often an action of the parser, or a way to a lemma, must occur to be learned: once more in so many words, up to.
_RARE_ACTION, _RARE_LEMMA = (10_000, 30), (15_000, 20)
# Component -> its score on held-out documents and the weight of that in choosing the best pipeline.
_WEIGHTS = {
    "tagger": {"tag_acc": 0.15},
    "morphologizer": {"pos_acc": 0.1, "morph_acc": 0.1},
    "parser": {"dep_uas": 0.1, "dep_las": 0.4, "sents_f": 0.05},
    "trainable_lemmatizer": {"lemma_acc": 0.05},
    "corefpipe_entity_typer": {"entity_type_f": 0.05},
}


def train_base(
    language: str,
    train: Sequence[Document],
    dev: Sequence[Document],
    folder: Path,
    *,
    max_steps: int = MAX_STEPS,
    verbose: bool = False,
) -> dict[str, float]:
    """Train a base pipeline and write it to a folder.

    It stops when the held-out documents are parsed no better for a while. Tags, features, lemmas and entity types are
    learned where the documents have them.

    Args:
        language: whose tokenizer to use, by spaCy's code: "cs", "de"; "xx" for one that spaCy does not know.
        train: documents with trees to learn from.
        dev: others, to stop by.
        folder: for the pipeline; what is there is overwritten.
        max_steps: stops at the latest after so many steps.
        verbose: whether to show spaCy's table of progress on standard error.

    Returns:
        Shares of the raw text of `dev` that come out right: tokens (`token_acc`), UPOS (`pos_acc`), labelled attachment
        (`dep_las`, punctuation not counted) and others, as `nlp.evaluate` names them.

    Raises:
        ModelError: spaCy has no such language, or lacks what its tokenizer needs.
        AnnotationError: documents without trees.
    """
    nlp = blank(language)
    check_trees(train, "train")
    check_trees(dev, "dev")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        DocBin(docs=training_docs(train, nlp, _SEED)).to_disk(work / "train.spacy")
        DocBin(docs=held_out_docs(dev, nlp)).to_disk(work / "dev.spacy")
        words = sum(map(len, train))
        made = init_nlp(_configured(nlp, train, words, max_steps, work))
        shown = sys.stderr if verbose else io.StringIO()
        train_loop(made, work, stdout=shown, stderr=shown)
        best = spacy.load(work / DIR_MODEL_BEST)
        scores = _scores(best, work / "dev.spacy")
    best.config = _unpathed(best)
    best.meta |= {"name": "corefpipe_base", "spacy_version": ">=3.7.0,<4.0.0", "performance": scores}
    best.to_disk(folder)
    return scores


def _configured(nlp: Language, documents: Sequence[Document], words: int, max_steps: int, work: Path) -> Any:
    """The configuration of a pipeline with what the documents can teach, and of its training."""
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": _WIDTH}
    nlp.add_pipe("tok2vec", config={"model": _tok2vec()})
    weights: dict[str, float] = {}
    for factory, settings in _components(documents, 2 * words).items():
        model = (nlp.get_factory_meta(factory).default_config or {})["model"]
        nlp.add_pipe(factory, config={"model": model | {"tok2vec": listener}, **settings})
        weights |= _WEIGHTS[factory]
    config = nlp.config.copy()
    config["paths"] |= {part: str(work / f"{part}.spacy") for part in ("train", "dev")}
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
        "logger": {"@loggers": "spacy.ConsoleLogger.v1", "progress_bar": False},
    }
    config["training"]["batcher"]["size"] |= {"start": _BATCH[0], "stop": _BATCH[1]}
    config["training"]["optimizer"]["use_averages"] = True
    return config


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


def _components(documents: Sequence[Document], words: int) -> dict[str, dict[str, Any]]:
    """Factories of what the documents can teach, with their settings, in the order of the pipeline."""

    def have(column: str) -> bool:
        return any(any(getattr(document, column) or ()) for document in documents)

    found: dict[str, dict[str, Any]] = {}
    if have("tags"):
        found["tagger"] = {}
    found["morphologizer"] = {"overwrite": True}
    found["parser"] = {"min_action_freq": _least(1, words, _RARE_ACTION), "update_with_oracle_cut_size": 100}
    if have("lemmas"):
        found["trainable_lemmatizer"] = {"min_tree_freq": _least(2, words, _RARE_LEMMA)}
    if have("entity_types") or any(mention.type for document in documents for mention in document.mentions):
        found["corefpipe_entity_typer"] = {}
    return found


def _least(first: int, words: int, rare: tuple[int, int]) -> int:
    each, most = rare
    return min(first + words // each, most)


def _scores(nlp: Language, file: Path) -> dict[str, float]:
    found = nlp.evaluate(list(Corpus(file)(nlp)))
    names = ["token_acc", *(name for pipe in nlp.pipe_names if pipe in _WEIGHTS for name in _WEIGHTS[pipe])]
    return {name: round(found[name] or 0.0, 4) for name in names}


def _unpathed(nlp: Language) -> Any:
    """The configuration without the paths of the training."""
    config = nlp.config.copy()
    config["paths"] = dict.fromkeys(config["paths"])
    return config
