"""Train a base pipeline on a treebank: tags, morphological features, Universal Dependencies, lemmas, entity types.

It uses spaCy's training loop on the CPU, with small networks and no word vectors, for any language of spaCy.
`eval/base_pipeline` contains the recipe of the packaged English pipeline, which is also trained on raw text.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import DocBin
from spacy.training import Corpus
from spacy.training.initialize import init_nlp
from spacy.training.loop import DIR_MODEL_BEST
from spacy.training.loop import train as train_loop

from corefpipe.document import Document
from corefpipe.parsing.annotate import Watch, unwatched
from corefpipe.parsing.base_config import SCORE_WEIGHTS, as_stored, base_config
from corefpipe.parsing.base_corpus import check_trees, held_out_docs, training_docs
from corefpipe.parsing.pipelines import blank, load_base
from corefpipe.parsing.products import multiply_by_numpy
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
    watch: Watch = unwatched,
    verbose: bool = False,
) -> dict[str, float]:
    """Train a base pipeline and write it to a folder.

    Training stops early when the scores on the held-out documents do not improve. Tags, lemmas and
    entity types are learned if the documents have them.

    Args:
        language: spaCy's code of the language, for its tokenizer: "cs", "de"; "xx" for one that spaCy does not know.
        train: training documents, with trees.
        dev: held-out documents, with trees.
        folder: where the pipeline is written; existing files are overwritten.
        max_steps: maximum number of training steps.
        watch: shows the progress before and after the training steps.
        verbose: whether to print spaCy's table of scores to standard error, on a terminal with a progress bar.

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
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        for name, docs in (("train", training_docs(train, nlp, _SEED)), ("dev", held_out_docs(dev, nlp))):
            DocBin(docs=watch(docs, f"trees of {name}", 0)).to_disk(work / f"{name}.spacy")
        for config in watch([base_config(nlp, train, work, max_steps, verbose)], "initialize base", 1):
            untrained = multiply_by_numpy(init_nlp(config))
        output = sys.stderr if verbose else io.StringIO()
        train_loop(untrained, work, stdout=output, stderr=output)
        best = load_base(str(work / DIR_MODEL_BEST))
        for file in watch([work / "dev.spacy"], "score base", 1):
            scores = _scores(best, file)
    best.config = as_stored(best)
    best.meta |= {"name": "corefpipe_base", "spacy_version": ">=3.7.0,<4.0.0", "performance": scores}
    best.to_disk(folder)
    write_folder_sums(folder)
    return scores


def _scores(nlp: Language, file: Path) -> dict[str, float]:
    found = nlp.evaluate(list(Corpus(file)(nlp)))
    names = ["token_acc", *(name for pipe in nlp.pipe_names for name in SCORE_WEIGHTS.get(pipe, ()))]
    return {name: round(found[name] or 0.0, 4) for name in names}
