"""Train a base pipeline from a treebank: tags, morphological features, Universal Dependencies, lemmas, entity types.

It uses spaCy's own training loop on the CPU, with small networks and no word vectors, for any language of spaCy.
`eval/base_pipeline` contains the recipe of the packaged English pipeline, which also learns from raw text.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import DocBin
from spacy.training import Corpus
from spacy.training.initialize import init_nlp
from spacy.training.loop import DIR_MODEL_BEST
from spacy.training.loop import train as train_loop

from corefpipe.document import Document
from corefpipe.parsing.base_config import SCORE_WEIGHTS, base_config, without_paths
from corefpipe.parsing.base_corpus import check_trees, held_out_docs, training_docs
from corefpipe.parsing.pipelines import blank
from corefpipe.utils.digests import write_folder_sums

MAX_STEPS = 20_000
_SEED = 1  # of how documents are split


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

    Training stops when the scores on the held-out documents have not improved for some evaluations. Tags, lemmas and
    entity types are learned if the documents have them.

    Args:
        language: spaCy's code of the language, for its tokenizer: "cs", "de"; "xx" for one that spaCy does not know.
        train: training documents, with trees.
        dev: held-out documents, with trees.
        folder: where the pipeline is written; existing files are overwritten.
        max_steps: maximum number of training steps.
        verbose: whether to print spaCy's progress table to standard error.

    Returns:
        Scores on the raw text of `dev` in [0, 1], named as by `nlp.evaluate`: tokens (`token_acc`), UPOS (`pos_acc`),
        labelled attachment (`dep_las`, without punctuation) and others.

    Raises:
        ModelError: spaCy does not know the language, or a library that its tokenizer needs is not installed.
        AnnotationError: a document has no tree.
    """
    nlp = blank(language)
    check_trees(train, "train")
    check_trees(dev, "dev")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        DocBin(docs=training_docs(train, nlp, _SEED)).to_disk(work / "train.spacy")
        DocBin(docs=held_out_docs(dev, nlp)).to_disk(work / "dev.spacy")
        untrained = init_nlp(base_config(nlp, train, work, max_steps))
        output = sys.stderr if verbose else io.StringIO()
        train_loop(untrained, work, stdout=output, stderr=output)
        best = spacy.load(work / DIR_MODEL_BEST)
        scores = _scores(best, work / "dev.spacy")
    best.config = without_paths(best)
    best.meta |= {"name": "corefpipe_base", "spacy_version": ">=3.7.0,<4.0.0", "performance": scores}
    best.to_disk(folder)
    write_folder_sums(folder)
    return scores


def _scores(nlp: Language, file: Path) -> dict[str, float]:
    found = nlp.evaluate(list(Corpus(file)(nlp)))
    names = ["token_acc", *(name for pipe in nlp.pipe_names for name in SCORE_WEIGHTS.get(pipe, ()))]
    return {name: round(found[name] or 0.0, 4) for name in names}
