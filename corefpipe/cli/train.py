"""`corefpipe train`: a model from annotated documents."""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from corefpipe.cli import annotated
from corefpipe.cli.inputs import Mentions, ParseSource
from corefpipe.cli.settings import DecoderName, LearnerName, Settings, read_settings
from corefpipe.errors import LinksError, SettingError

if TYPE_CHECKING:
    from corefpipe.clustering.decoders import Decoder
    from corefpipe.clustering.learners import Learner

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
    paths: annotated.TrainPaths,
    dev: Annotated[list[Path], typer.Option(help="Annotated documents to score the model on; can be given again.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the model.")],
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
    mentions: annotated.MentionsOption = Mentions.PREDICTED,
    parse: annotated.ParseOption = ParseSource.PREDICTED,
    partial: annotated.PartialPaths = None,
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
    features: annotated.Features = "default",
    min_count: annotated.MinCount = 5,
) -> None:
    """Train a model on documents with coreference chains, and score it on others.

    \b
    Examples:
      corefpipe train ontogum/train --dev ontogum/dev -o my-model
      corefpipe train litbank/train --dev litbank/dev --mentions gold --gamma 0 -o best-link
      corefpipe train litbank/train --dev litbank/dev --learner binary --set sampling=between -o soon
      corefpipe train pdt/train --dev pdt/dev --base new:cs -o czech
      corefpipe train pdt/train --dev pdt/dev --base blank:cs --parse given -o czech-trees
    Then:
      corefpipe resolve --model my-model text.txt
    """
    if out.exists() and not out.is_dir():
        raise SettingError("a file, not a folder", cure="Name a folder for the model", file=str(out))
    given = read_settings(settings or [], gamma=gamma, passes=passes, l2=l2, seed=seed)
    learns, decodes = _made(learner, decoder, mentions, given)
    from corefpipe.clustering.named import decoder_name
    from corefpipe.parsing.pipelines import NEW
    from corefpipe.resolver.evaluate import evaluate
    from corefpipe.resolver.model import Resolver

    corpora = annotated.Corpora(paths, dev, partial or [], mentions, parse, base, features, min_count)
    resolver = Resolver(corpora.feature_set(), decodes, base=base)
    if base_steps is not None and not base.startswith(NEW):
        raise SettingError("--base-steps without a new base", cure=f"Give --base {NEW}LANGUAGE, or leave it out")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as work:
        scores: dict[str, float] = {}
        parts = None
        if base.startswith(NEW):
            scores, parts = _new_base(corpora, Path(work), base_steps)
        training, some, held_out = parts or corpora.parsed()
        resolver.fit(training, learns, mentions.value, some)
        known = list(held_out)
        report = evaluate(resolver, known, mentions.value)
        calibrated = resolver.calibrate(known, mentions.value)
        resolver.meta = {
            "mentions": mentions.value,
            "parse": parse.value,
            "features": resolver.features.name,
            "min_count": min_count,
            "learner": learner,
            "decoder": decoder_name(decodes),
            **_to_note(learns),
            "trained_on": [path.resolve().name for path in [*paths, *(partial or [])]],
            "dev": [path.resolve().name for path in dev],
            "dev_conll": round(report.conll, 6),
            "dev_calibration_error": round(calibrated.error, 6),
            **{f"base_{name}": score for name, score in scores.items()},
        }
        _keep_base(Path(work), out)
        resolver.to_disk(out)
    print(report)
    print(f"Expected calibration error of the probabilities of links on dev: {calibrated.error:.3f}")
    print(f"Model written to {out}")


def _new_base(
    corpora: annotated.Corpora, work: Path, steps: int | None
) -> tuple[dict[str, float], tuple[annotated.Parsed, annotated.Parsed, annotated.Parsed]]:
    """Train a base pipeline in a folder: how well it does, and the documents parsed by it."""
    from corefpipe.parsing.base_training import MAX_STEPS, train_base
    from corefpipe.parsing.pipelines import NEW, blank

    language = corpora.base.removeprefix(NEW)
    blank(language)  # an unknown one is found before the work
    documents = corpora.documents()
    folder, verbose = work / "base", sys.stderr.isatty()
    scores = train_base(language, documents[0], documents[2], folder, max_steps=steps or MAX_STEPS, verbose=verbose)
    said = ", ".join(f"{_SCORES[name]} {100 * score:.2f}" for name, score in scores.items())
    print(f"Base pipeline on the raw text of dev: {said}")
    return scores, replace(corpora, base=str(folder)).parsed(documents)


def _keep_base(work: Path, out: Path) -> None:
    """Move a base pipeline that was trained to its place in the model's folder."""
    if (work / "base").is_dir():
        out.mkdir(exist_ok=True)
        if (out / "base").exists():
            (out / "base").rename(work / "old")
        (work / "base").rename(out / "base")


def _made(learner: str, decoder: str | None, mentions: Mentions, given: dict[str, Any]) -> tuple[Learner, Decoder]:
    """Learner and decoder with the settings that were given, the others as they served best."""
    from corefpipe.clustering import Links
    from corefpipe.resolver.settings import learner_and_decoder

    made = learner_and_decoder(learner, decoder, mentions.value, given)
    with suppress(LinksError):  # settings outside their range are found before there is anything to learn from
        made[0].fit(Links.empty(0), [])
    if "verbose" in made[0].get_params() and "verbose" not in given:
        made[0].set_params(verbose=sys.stderr.isatty())
    return made


def _to_note(learner: Learner) -> dict[str, Any]:
    """A learner's settings for a model's file, which has no word for none."""
    params = learner.get_params(deep=False)
    return {name: value for name, value in params.items() if name != "verbose" and value is not None}
