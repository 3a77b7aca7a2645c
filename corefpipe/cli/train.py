"""`corefpipe train`: train a model on annotated documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from corefpipe.cli import options, training
from corefpipe.cli.config import Config
from corefpipe.cli.inputs import check_paths
from corefpipe.cli.options import Mentions, ParseSource
from corefpipe.cli.outputs import refuse_sources
from corefpipe.cli.settings import L2, DecoderName, Gamma, LearnerName, Passes, Seed, Settings, read_settings
from corefpipe.utils.paths import as_path
from corefpipe.utils.progress import progress

if TYPE_CHECKING:
    from corefpipe.resolver.trained import Trained

_SCORES = {
    "token_acc": "tokens",
    "tag_acc": "XPOS",
    "pos_acc": "UPOS",
    "morph_acc": "features",
    "dep_uas": "UAS",
    "dep_las": "LAS",
    "sents_f": "sentences",
    "lemma_acc": "lemmas",
    "entity_type_f": "entity types",
}

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


def train(
    paths: options.AnnotatedPaths,
    dev: training.DevPaths,
    out: Out,
    config: Config = None,
    learner: LearnerName = "l3m",
    decoder: DecoderName = None,
    settings: Settings = None,
    gamma: Gamma = None,
    passes: Passes = None,
    l2: L2 = None,
    seed: Seed = None,
    mentions: training.TrainedMentions = Mentions.PREDICTED,
    parse: options.Parse = ParseSource.PREDICTED,
    partial: training.PartialPaths = None,
    sparse: training.SparsePaths = None,
    dev_given: DevGivenPaths = None,
    base: Base = "en",
    base_steps: BaseSteps = None,
    features: options.Features = "default",
    min_count: options.MinCount = 5,
    context: training.Context = "none",
    unseen: training.UnseenPaths = None,
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
    learned = [*paths, *(partial or []), *(sparse or []), *(unseen or [])]
    given = [*learned, *dev, *(dev_given or []), *([config] if config else [])]
    refuse_sources(out, [*given, Path(features), Path(base), Path(context)])
    from corefpipe.resolver.training import TrainingSettings, check_unseen
    from corefpipe.resolver.training import train as train_model

    plan = TrainingSettings(
        mentions=mentions.value,
        parse=parse.value,
        base=base,
        base_steps=base_steps,
        features=features,
        min_count=min_count,
        learner=learner,
        decoder=decoder,
        parameters=read_settings(settings or [], gamma=gamma, passes=passes, l2=l2, seed=seed),
        context=context,
    )
    plan.check()  # before documents are read
    check_unseen(plan, unseen or [])
    check_paths(given)
    named = {"train": paths, "dev": dev, "partial": partial, "sparse": sparse, "unseen": unseen, "dev-given": dev_given}
    parts = {name: training.read_all(several or [], name) for name, several in named.items()}
    training.warn_of_overlap(learned, [*dev, *(dev_given or [])])
    trained = train_model(
        parts["train"],
        parts["dev"],
        partial=parts["partial"],
        sparse=parts["sparse"],
        unseen=parts["unseen"],
        dev_given=parts["dev-given"],
        settings=plan,
        meta={"trained_on": training.names_of(learned), "dev": training.names_of(dev)},
        watch=progress,
        verbose=sys.stderr.isatty(),
    )
    trained.to_disk(out, overwrite)
    _warn_if_nothing_learned(trained)
    _print_scores(trained)
    print(f"Model written to {out}")


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
