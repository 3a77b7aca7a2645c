"""`corefpipe train`: train a model on annotated documents."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli import options, training
from corefpipe.cli.config import Config
from corefpipe.cli.inputs import check_paths
from corefpipe.cli.option_groups import with_option_groups
from corefpipe.cli.settings import L2, Gamma, Passes, Seed
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import progress

if TYPE_CHECKING:
    from corefpipe.document import Document
    from corefpipe.resolver.trained import Trained
    from corefpipe.resolver.training import TrainingSettings

_SCORES = {
    "token_acc": "tokens",  # nosec B105: no password
    "tag_acc": "XPOS",
    "pos_acc": "UPOS",
    "morph_acc": "features",
    "dep_uas": "UAS",
    "dep_las": "LAS",
    "sents_f": "sentences",
    "lemma_acc": "lemmas",
    "entity_type_f": "entity types",
}

SparsePaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="PATH",
        parser=as_path,
        help="More training documents with a few annotated mentions each, such as GAP's. To which of these each links "
        "is learned. Can be repeated.",
    ),
]

Out = Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the model.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a model that is in DIR.")]
DevGivenPaths = Annotated[
    Optional[list[Path]],  # noqa: UP045  typer reads the annotation
    typer.Option(
        metavar="PATH",
        parser=as_path,
        help="Annotated documents to calibrate the probabilities that the model gives to links between gold mentions. "
        "Can be repeated.",
    ),
]
Base = Annotated[
    str,
    typer.Option(
        help="The pipeline that parses: en, a folder, or a spaCy package. "
        "new:LANGUAGE (new:cs, new:de; new:xx for a "
        "language that spaCy does not know) first trains one on the trees of the files. blank:LANGUAGE does not parse; "
        "use it with --parse given."
    ),
]
BaseSteps = Annotated[
    Optional[int],  # noqa: UP045
    typer.Option(min=1, help="Maximum number of training steps for --base new:LANGUAGE."),
]


@with_option_groups
def train(
    paths: options.AnnotatedPaths,
    *,
    dev: training.DevPaths,
    out: Out,
    config: Config = None,
    chosen: training.TrainingOptions,
    gamma: Gamma = None,
    passes: Passes = None,
    l2: L2 = None,
    seed: Seed = None,
    sparse: SparsePaths = None,
    dev_given: DevGivenPaths = None,
    base: Base = "en",
    base_steps: BaseSteps = None,
    overwrite: Overwrite = False,
) -> None:
    """Train a model on annotated documents, and score it on others.

    \b
    Examples:
      corefpipe train ontogum/train --dev ontogum/dev -o my-model
      corefpipe train litbank/train --dev litbank/dev --mentions gold --gamma 0 -o best-link
      corefpipe train litbank/train --dev litbank/dev --learner binary --set sampling=between -o soon
      corefpipe train --config recipe.toml -o my-model
      corefpipe train pdt/train --dev pdt/dev --base new:cs -o czech
      corefpipe train pdt/train --dev pdt/dev --base blank:cs --parse given -o czech-trees
    Then:
      corefpipe resolve --model my-model text.txt
      corefpipe package my-model dist --name my_model
    """
    from corefpipe.resolver.files import check_target

    check_target(out, overwrite, "--overwrite")
    corpora = Corpora(paths, dev, chosen.partial or [], sparse or [], chosen.unseen or [], dev_given or [])
    given = [*corpora.learned, *corpora.held_out, *([config] if config else [])]
    chosen.refuse_inputs(out, given, base)
    parameters = chosen.parameters(gamma=gamma, passes=passes, l2=l2, seed=seed)
    plan = chosen.training_settings(base, base_steps=base_steps, parameters=parameters)
    _check(plan, corpora)
    check_paths(given)
    trained = _trained(plan, corpora)
    trained.to_disk(out, overwrite)
    _warn_if_nothing_learned(trained)
    _print_scores(trained)
    print(f"Model written to {out}")


@dataclass(frozen=True, slots=True)
class Corpora:
    """Files and folders of documents, by what they are for (see `corefpipe.train`)."""

    train: list[Path]
    dev: list[Path]
    partial: list[Path]
    sparse: list[Path]
    unseen: list[Path]
    dev_given: list[Path]

    @property
    def learned(self) -> list[Path]:
        """Those that the model learns from."""
        return [*self.train, *self.partial, *self.sparse, *self.unseen]

    @property
    def held_out(self) -> list[Path]:
        """Those that it is scored on or calibrated with."""
        return [*self.dev, *self.dev_given]

    def read(self) -> dict[str, list[Document]]:
        """The documents by what they are for."""
        return {
            field.name: training.read_all(getattr(self, field.name), field.name.replace("_", "-"))
            for field in fields(self)
        }


def _check(plan: TrainingSettings, corpora: Corpora) -> None:
    """Raise an error for settings that do not fit, before documents are read."""
    from corefpipe.resolver.training import check_unseen

    plan.check()
    check_unseen(plan, corpora.unseen)


def _trained(plan: TrainingSettings, corpora: Corpora) -> Trained:
    from corefpipe.resolver.training import train as train_model

    documents = corpora.read()
    training.warn_of_overlap(corpora.learned, corpora.held_out)
    return train_model(
        documents.pop("train"),
        **documents,
        settings=plan,
        meta={"trained_on": training.names_of(corpora.learned), "dev": training.names_of(corpora.dev)},
        watch=progress,
        verbose=sys.stderr.isatty(),
    )


def _warn_if_nothing_learned(trained: Trained) -> None:
    if not trained.resolver.weights.any():
        why = "perhaps of the rate of learning, the penalty l2, or a high --min-count"
        print(f"Warning: nothing was learned: all weights are 0, {why}", file=sys.stderr)


def _print_scores(trained: Trained) -> None:
    if trained.base_scores:
        scores = ", ".join(f"{_SCORES[name]} {100 * score:.2f}" for name, score in trained.base_scores.items())
        print(f"Base pipeline on the raw text of dev: {scores}")
    if trained.evaluation is None:
        return
    print(trained.evaluation.score)
    if trained.reliability is None:
        print("Expected calibration error: not measured, which takes two or more dev documents")
    else:
        folds = trained.resolver.meta["dev_calibration_folds"]
        error = f"{trained.reliability.error:.3f}"
        print(
            f"Expected calibration error of the probabilities of links on dev: {error} (cross-fitted in {folds} folds)"
        )
