"""Train a released resolver: `en`, `en_research` or `en_accurate`.

    python eval/resolver/train.py en --corpora ../shared/corpora --out corefpipe/models/en/resolver

`en` and `en_accurate` learn from the documents of OntoGUM that are free, `en_research` from all; all three also from
LitBank's gold mentions, from GAP's development part, from the short texts of `corpora/short_texts`, and from today's
English (`today.py`; `--today` names parts of it, and `--share` how much of each). Twins are left out: in them all that
these features see is alike. With `--held-out` each document is
parsed by a pipeline that has not learned from it (`eval/base_pipeline/jackknife.py`), with `--noise 0.21` by the base
with noise in its weights, if the base has learned from it: as wrongly as other text is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from spacy.tokens import Doc

from corefpipe import read, train
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import find_base, load_base
from corefpipe.resolver.trained import Trained
from corefpipe.utils.progress import progress

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "base_pipeline"))
import today
from noisy_base import write_noisy
from short_texts import short_texts
from treebanks import gum_files

SETTINGS = {
    "min_count": 20,  # scores on dev as 5 and 10 do, and the model is smaller
    "parameters": {"gamma": 1.0, "threshold": 0.45},  # the best on OntoGUM dev of 0, 0.15, 0.3, 0.45, 0.6
}

LEARNED = ("web", "written")
"""The parts of today's English that are learned from."""


@dataclass(frozen=True)
class Recipe:
    """What a packaged resolver learns from.

    Attributes:
        base: its base pipeline.
        free: only from documents that are free.
        licence: of the weights.
    """

    base: str
    free: bool
    licence: str


RECIPES = {
    "en": Recipe("en", free=True, licence="CC BY-SA 4.0"),
    "en_research": Recipe("en", free=False, licence="CC BY-NC-SA 4.0"),
    "en_accurate": Recipe("en_accurate", free=True, licence="CC BY-SA 4.0"),
}


def documents(folder: Path) -> list[Document]:
    """The documents of a folder or a file; a span in two chains stays in the first."""
    return list(read(folder, repeats="first"))


def parsed(chosen: list[Path], base: str, pipelines: dict[str, Path]) -> Iterator[tuple[Doc, Document]]:
    """Documents, each parsed by its own pipeline or by the base."""
    of_pipeline: dict[str, list[Path]] = {}
    for path in chosen:
        of_pipeline.setdefault(str(pipelines.get(path.stem, base)), []).append(path)
    for pipeline, paths in sorted(of_pipeline.items()):
        nlp = load_base(pipeline)
        yield from annotate((one for path in paths for one in documents(path)), nlp)


def train_resolver(
    name: str,
    corpora: Path,
    work: Path,
    jackknifed: bool = False,
    noise: float = 0.0,
    parts: Sequence[str] = LEARNED,
    share: int = 100,
    share_of_ontogum: int = 100,
    base: str = "",
) -> Trained:
    """Train one of `RECIPES` and score it on OntoGUM dev; see `main` for the arguments."""
    recipe = replace(RECIPES[name], base=base or RECIPES[name].base)
    stems = {path.stem for path in gum_files(corpora, free=recipe.free)}
    chosen = [path for path in sorted((corpora / "ontogum" / "train").iterdir()) if path.stem in stems]
    if len(chosen) != len(stems):
        raise FileNotFoundError(f"{corpora / 'ontogum' / 'train'} lacks {len(stems) - len(chosen)} documents")
    chosen = today.shares(chosen, share_of_ontogum)
    pipelines: dict[str, Path] = {}
    if recipe.base == "en" and jackknifed:
        from jackknife import held_out  # needs JAX, to train base pipelines

        pipelines = held_out(corpora, work)
    elif noise:
        noisy = write_noisy(find_base(recipe.base), noise, work / f"noisy-{name}")
        pipelines = dict.fromkeys((path.stem for path in gum_files(corpora, free=True)), noisy)
    nlp = load_base(recipe.base)
    texts = {"web": lambda: today.web(corpora), "written": today.written}
    more = [one for part in parts if part in texts for one in today.shares(texts[part](), share)]
    twins = today.shares(today.twins(), share) if "twins" in parts else []
    corpus = "ontogum/train" + (", the documents that are free" if recipe.free else "")
    return train(
        chain(parsed(chosen, recipe.base, pipelines), today.from_raw_text(more, nlp)),
        documents(corpora / "ontogum" / "dev"),
        partial=[*documents(corpora / "litbank" / "train"), *short_texts()],
        sparse=[*documents(corpora / "gap" / "gap-development.tsv"), *twins],
        dev_given=documents(corpora / "litbank" / "dev"),
        base=recipe.base,
        meta={
            "trained_on": [
                corpus,
                "litbank/train",
                "gap-development.tsv",
                "short_texts",
                *(f"today: {part}" for part in parts),
            ],
            "licence": recipe.licence,
            "dev": ["ontogum/dev"],
        },
        watch=progress,
        **SETTINGS,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=RECIPES)
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ontogum, litbank and gap")
    parser.add_argument(
        "--work", type=Path, default=Path("build/base_pipeline"), help="folder of the held-out pipelines"
    )
    parser.add_argument("--base", default="", help="folder of another base pipeline than the recipe's")
    parser.add_argument("--held-out", action="store_true", help="parse with pipelines that have not seen the documents")
    parser.add_argument("--noise", type=float, default=0.0, help="in the weights that parse the base's own documents")
    parser.add_argument("--today", nargs="*", default=LEARNED, choices=today.PARTS, help="parts of today's English")
    parser.add_argument("--share", type=int, default=100, help="percent of them")
    parser.add_argument("--share-of-ontogum", type=int, default=100, help="percent of its documents")
    parser.add_argument("--out", type=Path, help="folder for the resolver; without it, it is only scored")
    args = parser.parse_args()
    try:
        found = train_resolver(
            args.name,
            args.corpora,
            args.work,
            args.held_out,
            args.noise,
            args.today,
            args.share,
            args.share_of_ontogum,
            args.base,
        )
    except FileNotFoundError as error:
        parser.error(str(error))
    print(found.evaluation.score)
    if args.out:
        found.to_disk(args.out, overwrite=True)


if __name__ == "__main__":
    main()
