"""`corefpipe train`: a model from annotated documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Optional

import typer

from corefpipe.cli.inputs import Mentions, ParseSource, progress, read_documents
from corefpipe.errors import AnnotationError, SettingError


def train(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Annotated documents: files or folders.")],
    dev: Annotated[list[Path], typer.Option(help="Annotated documents to score the model on; can be given again.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="Folder for the model.")],
    mentions: Annotated[
        Mentions, typer.Option(help="Learn to cluster the gold mentions, or those that the model itself will find.")
    ] = Mentions.PREDICTED,
    parse: Annotated[
        ParseSource, typer.Option(help="Parse the words, or take tags and trees as the files (CoNLL-U) give them.")
    ] = ParseSource.PREDICTED,
    partial: Annotated[
        Optional[list[Path]],  # noqa: UP045
        typer.Option(
            help="More training documents, of a corpus that annotates only some kinds of mentions (LitBank: ACE's "
            "types): learn from their gold mentions. Can be given again."
        ),
    ] = None,
    base: Annotated[str, typer.Option(help="The pipeline that parses: en, a folder, or a spaCy package.")] = "en",
    features: Annotated[str, typer.Option(help="A packaged feature set, or a .toml file.")] = "default",
    gamma: Annotated[float, typer.Option(help="Temperature in [0, 1]; 0 is Max-Left-Link.")] = 1.0,
    passes: Annotated[int, typer.Option(min=1, help="Passes over the documents.")] = 3,
    l2: Annotated[
        Optional[float],  # noqa: UP045  typer reads the annotation
        typer.Option(min=0, help="λ, the weight of the L2 penalty. [default: 0.001 for gold mentions, else 0.002]"),
    ] = None,
    rate: Annotated[float, typer.Option(min=0, help="Learning rate.")] = 0.1,
    average: Annotated[bool, typer.Option(help="Average the weights over all steps.")] = True,
    false_start: Annotated[
        Optional[float],  # noqa: UP045  typer reads the annotation
        typer.Option(min=0, help="Cost of a start where a link is right. [default: 1 for gold mentions, else 2.5]"),
    ] = None,
    false_link: Annotated[
        Optional[float],  # noqa: UP045
        typer.Option(min=0, help="Cost of a link where a chain starts. [default: 1 for gold mentions, else 0.4]"),
    ] = None,
    wrong_link: Annotated[float, typer.Option(min=0, help="Cost of a link to another chain.")] = 1.0,
    min_count: Annotated[int, typer.Option(min=1, help="Leave out features seen on fewer links.")] = 5,
    seed: Annotated[int, typer.Option(help="Of the order of documents.")] = 0,
) -> None:
    """Train a model (L3M) on documents with coreference chains, and score it on others.

    \b
    Examples:
      corefpipe train ontogum/train --dev ontogum/dev -o my-model
      corefpipe train litbank/train --dev litbank/dev --mentions gold --gamma 0 -o best-link
    Then:
      corefpipe resolve --model my-model text.txt
    """
    if out.exists() and not out.is_dir():
        raise SettingError("a file, not a folder", cure="Name a folder for the model", file=str(out))
    from corefpipe.annotate import annotate
    from corefpipe.clustering.decoders import L3MDecoder
    from corefpipe.evaluate import evaluate
    from corefpipe.features import FeatureSet
    from corefpipe.pipeline import load_base
    from corefpipe.resolver import Resolver
    from corefpipe.training import default_learner

    learner = default_learner(
        mentions.value,
        gamma=gamma,
        passes=passes,
        l2=l2,
        rate=rate,
        average=average,
        false_start=false_start,
        false_link=false_link,
        wrong_link=wrong_link,
        seed=seed,
        verbose=sys.stderr.isatty(),
    )
    settings = {name: value for name, value in learner.get_params().items() if name != "verbose"}
    resolver = Resolver(FeatureSet(features, min_count=min_count), L3MDecoder(gamma), base=base)
    nlp = load_base(base)
    sets = []
    for part, where in (("train", paths), ("partial", partial or []), ("dev", dev)):
        documents = list(read_documents(where))
        if where and not any(document.mentions for document in documents):
            raise AnnotationError(
                f"no coreference in {', '.join(map(str, where))}",
                cure=f"The {part} documents need chains to learn from",
            )
        annotated = annotate(documents, nlp, parse.columns)
        sets.append(progress(annotated, f"parse {part}", len(documents)))
    training, some, held_out = sets
    resolver.fit(training, learner, mentions.value, some)
    report = evaluate(resolver, held_out, mentions.value)
    resolver.meta = {
        "mentions": mentions.value,
        "parse": parse.value,
        "features": resolver.features.name,
        "min_count": min_count,
        **settings,
        "trained_on": [path.resolve().name for path in [*paths, *(partial or [])]],
        "dev": [path.resolve().name for path in dev],
        "dev_conll": round(report.conll, 6),
    }
    resolver.to_disk(out)
    print(report)
    print(f"Model written to {out}")
