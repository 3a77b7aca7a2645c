"""`corefpipe train`: a model from annotated documents."""

from __future__ import annotations

import sys
from contextlib import suppress
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
    base: annotated.Base = "en",
    features: annotated.Features = "default",
    min_count: annotated.MinCount = 5,
) -> None:
    """Train a model on documents with coreference chains, and score it on others.

    \b
    Examples:
      corefpipe train ontogum/train --dev ontogum/dev -o my-model
      corefpipe train litbank/train --dev litbank/dev --mentions gold --gamma 0 -o best-link
      corefpipe train litbank/train --dev litbank/dev --learner binary --set sampling=between -o soon
    Then:
      corefpipe resolve --model my-model text.txt
    """
    if out.exists() and not out.is_dir():
        raise SettingError("a file, not a folder", cure="Name a folder for the model", file=str(out))
    given = read_settings(settings or [], gamma=gamma, passes=passes, l2=l2, seed=seed)
    learns, decodes = _made(learner, decoder, mentions, given)
    from corefpipe.clustering.registry import decoder_name
    from corefpipe.evaluate import evaluate
    from corefpipe.resolver import Resolver

    corpora = annotated.Corpora(paths, dev, partial or [], mentions, parse, base, features, min_count)
    resolver = Resolver(corpora.feature_set(), decodes, base=base)
    training, some, held_out = corpora.parsed()
    resolver.fit(training, learns, mentions.value, some)
    report = evaluate(resolver, held_out, mentions.value)
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
    }
    resolver.to_disk(out)
    print(report)
    print(f"Model written to {out}")


def _made(learner: str, decoder: str | None, mentions: Mentions, given: dict[str, Any]) -> tuple[Learner, Decoder]:
    """Learner and decoder with the settings that were given, the others as they served best."""
    from corefpipe.clustering import Links
    from corefpipe.clustering.registry import decoder_for, make_decoder, share
    from corefpipe.training import default_learner, typed

    decoder = decoder_for(learner, decoder)
    ours, theirs = share(learner, decoder, typed(learner, decoder, given))
    made = default_learner(mentions.value, learner, **ours), make_decoder(decoder, theirs)
    with suppress(LinksError):  # settings outside their range are found before there is anything to learn from
        made[0].fit(Links.empty(0), [])
    if "verbose" in made[0].get_params() and "verbose" not in ours:
        made[0].set_params(verbose=sys.stderr.isatty())
    return made


def _to_note(learner: Learner) -> dict[str, Any]:
    """A learner's settings for a model's file, which has no word for none."""
    params = learner.get_params(deep=False)
    return {name: value for name, value in params.items() if name != "verbose" and value is not None}
