"""`corefpipe train`: a model from annotated documents."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli import training
from corefpipe.cli.config import Config
from corefpipe.cli.inputs import Mentions, ParseSource, progress
from corefpipe.cli.settings import DecoderName, LearnerName, Settings, read_settings

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


def train(
    paths: training.TrainPaths,
    dev: Annotated[list[Path], typer.Option(help="Annotated documents to score the model on; can be given again.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the model.")],
    config: Config = None,
    learner: LearnerName = "l3m",
    decoder: DecoderName = None,
    settings: Settings = None,
    gamma: Annotated[
        Optional[float],  # noqa: UP045  typer reads the annotation
        typer.Option(help="Shortcut for --set gamma=…, temperature in [0, 1]; 0 is Max-Left-Link."),
    ] = None,
    passes: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(help="Shortcut for --set passes=…, how often all documents are learned from."),
    ] = None,
    l2: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(help="Shortcut for --set l2=…, λ, the weight of the L2 penalty."),
    ] = None,
    seed: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(help="Shortcut for --set seed=…, of what is random."),
    ] = None,
    mentions: training.MentionsOption = Mentions.PREDICTED,
    parse: training.ParseOption = ParseSource.PREDICTED,
    partial: training.PartialPaths = None,
    dev_given: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Option(
            help="Annotated documents on whose gold mentions the probabilities of links between given mentions are "
            "calibrated; can be given again."
        ),
    ] = None,
    base: Annotated[
        str,
        typer.Option(
            help="The pipeline that parses: en, a folder, or a spaCy package; new:LANGUAGE trains one from the trees "
            "of the files first (cs, de … as spaCy's codes are, xx for another language), and blank:LANGUAGE is none, "
            "for --parse given."
        ),
    ] = "en",
    base_steps: Annotated[
        Optional[int],  # noqa: UP045
        typer.Option(min=1, help="Stop the training of a new base after so many steps at the latest."),
    ] = None,
    features: training.Features = "default",
    min_count: training.MinCount = 5,
) -> None:
    """Train a model on documents with coreference chains, and score it on others.

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
    """
    training.check_folder(out)
    from corefpipe.resolver.training import TrainingSettings
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
    )
    plan.check()  # before documents are read
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as work:
        trained = train_model(
            training.read_all(paths, "train"),
            training.read_all(dev, "dev"),
            partial=training.read_all(partial or [], "partial"),
            dev_given=training.read_all(dev_given or [], "dev-given"),
            settings=plan,
            meta={"trained_on": training.names_of([*paths, *(partial or [])]), "dev": training.names_of(dev)},
            work=work,
            watch=progress,
            verbose=sys.stderr.isatty(),
        )
        trained.to_disk(out)
    if trained.base_scores:
        said = ", ".join(f"{_SCORES[name]} {100 * score:.2f}" for name, score in trained.base_scores.items())
        print(f"Base pipeline on the raw text of dev: {said}")
    if trained.evaluation is not None and trained.reliability is not None:
        print(trained.evaluation.score)
        print(f"Expected calibration error of the probabilities of links on dev: {trained.reliability.error:.3f}")
    print(f"Model written to {out}")
