"""Train, package and measure the base English pipeline.

python eval/base_pipeline/train.py --corpora ../shared/corpora --out corefpipe/models/en/base
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import spacy
import srsly
from convert import Sources, documents_of, to_doc, write_evaluation_data, write_training_data
from measure import write_result
from names import named_files
from pretrain import pretrain
from raw_text import paragraphs, train_vectors
from spacy.attrs import ORTH
from spacy.language import Language
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop
from spacy.util import load_config
from srsly._msgpack_api import msgpack_decoders, msgpack_encoders
from thinc.api import Config
from treebanks import ewt_files, gum_files, treebank_files

import corefpipe.parsing.entity_typer
import corefpipe.parsing.lemmatizer  # noqa: F401  register the factories
from corefpipe.parsing.products import multiply_by_numpy
from corefpipe.utils.digests import write_folder_sums

HERE = Path(__file__).resolve().parent
SEED = 1
COPIES = 6
PRETRAINING_WORDS = 10_000_000
META = {
    "lang": "en",
    "name": "corefpipe_base",
    "version": "1.0.0",
    "description": "Base English pipeline of corefpipe: tags, features, Universal Dependencies, "
    "lemmas, the entity types of mention heads, and names",
    "author": "corefpipe",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.7.0,<4.0.0",
    "sources": [
        {
            "name": "GUM, training part: academic, bio, court, interview, news, voyage",
            "url": "https://gucorpling.org/gum/",
            "license": "annotations CC BY 4.0; texts CC BY and CC BY-SA",
        },
        {
            "name": "UD English Web Treebank, training part",
            "url": "https://github.com/UniversalDependencies/UD_English-EWT",
            "license": "CC BY-SA 4.0",
        },
        {"name": "wikigold, and WNUT17's training part", "license": "CC BY 4.0"},
        {
            "name": "100 novels sampled by LitBank (text only)",
            "url": "https://github.com/dbamman/litbank",
            "license": "public domain",
        },
    ],
}


def make_config(**overrides: Any) -> Config:
    """The recipe's config with some dotted settings, written with `__` instead of the dot, replaced."""
    settings = {key.replace("__", "."): value for key, value in overrides.items()}
    return load_config(HERE / "config.cfg", overrides=settings, interpolate=False)


def prepare(corpora: Path, work: Path) -> None:
    """Train vectors and pretrain tok2vec in the work folder; existing files are reused."""
    if not any((corpora / "novels").glob("*.txt")):
        raise FileNotFoundError(f"no novels (*.txt) in {corpora / 'novels'}")
    work.mkdir(parents=True, exist_ok=True)
    texts = paragraphs(corpora)
    if not (work / "vectors").exists():
        train_vectors(texts, work / "tokens.txt", work / "vectors")
    if not (work / "tok2vec.bin").exists():
        config = make_config(paths__vectors=str(work / "vectors"))
        pretrain(config, texts, work / "tok2vec.bin", PRETRAINING_WORDS, SEED)


def train(sources: Sources, dev_paths: list[Path], work: Path, name: str, **overrides: Any) -> Language:
    """Train on some documents from the prepared weights; return the averaged last pipeline."""
    run = work / name
    run.mkdir(parents=True, exist_ok=True)
    read_without_entry_points()
    write_training_data(sources, run / "train.spacy", COPIES, SEED)
    # Each component reads all of the data that it finds its labels in, so these are the annotated documents alone.
    write_training_data(replace(sources, silver=[]), run / "labels.spacy", 2, SEED)
    write_evaluation_data(dev_paths, run / "dev.spacy")
    config = make_config(
        paths__train=str(run / "labels.spacy"),
        paths__dev=str(run / "dev.spacy"),
        paths__vectors=str(work / "vectors"),
        **overrides,
    )
    nlp = multiply_by_numpy(init_nlp(config))
    config = nlp.config.copy()
    config["paths"]["train"] = str(run / "train.spacy")
    nlp.config = config
    nlp.get_pipe("tok2vec").model.from_bytes((work / "tok2vec.bin").read_bytes())
    train_loop(nlp, run, stdout=sys.stdout, stderr=sys.stderr)
    # The learning rate decreases to zero, so the last weights are used.
    return spacy.load(run / "model-last")


def add_lemmatizer(nlp: Language, treebanks: Sequence[Path]) -> Language:
    """Add a lemmatizer with the lemmas of treebanks."""
    docs = [to_doc(nlp.vocab, document, gold_tokens=True) for document in documents_of(treebanks)]
    lemmatizer = nlp.add_pipe("corefpipe_lemmatizer", name="lemmatizer")
    lemmatizer.initialize(lambda: [Example(nlp.make_doc(""), doc) for doc in docs])
    return nlp


def read_without_entry_points() -> None:
    """Let spaCy read Docs without a search of all entry points for each, which takes most of the time."""
    msgpack_encoders.entry_points = msgpack_decoders.entry_points = False


def package(nlp: Language, out: Path, meta: dict[str, Any]) -> None:
    """Write the pipeline without what only training needs; replace `out` in one step."""
    # As an initial it is rare: "So am I."
    nlp.tokenizer.add_special_case("I.", [{ORTH: "I"}, {ORTH: "."}])
    config = nlp.config.copy()
    config["paths"] = dict.fromkeys(config["paths"])
    nlp.config = config
    nlp.meta.update(meta)
    nlp.meta["performance"] = {}
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".base-") as folder:
        fresh = Path(folder) / "fresh"
        nlp.to_disk(fresh)
        strip_strings(nlp, fresh / "vocab" / "strings.json")
        write_folder_sums(fresh)
        if out.exists():
            out.rename(Path(folder) / "old")
        fresh.rename(out)


def strip_strings(nlp: Language, path: Path) -> None:
    """Keep the strings that labels refer to, and remove the words of the corpora."""
    needed = {label for _, pipe in nlp.pipeline for label in getattr(pipe, "labels", ())}
    needed |= {part for label in needed for pair in label.split("|") for part in pair.split("=")}
    srsly.write_json(path, [string for string in srsly.read_json(path) if string in needed])


def add_folders(parser: argparse.ArgumentParser) -> None:
    """Add the options that all trainings of pipelines have."""
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt, ner and novels")
    parser.add_argument("--work", type=Path, default=Path("build/base_pipeline"), help="folder for intermediate files")
    parser.add_argument("--ewt", type=Path, help="what treebank_names.py wrote; else EWT without names")
    parser.add_argument("--silver", type=Path, nargs="*", default=[], help="files that silver.py wrote")


def sources_of(args: argparse.Namespace, without: Sequence[Path] = ()) -> Sources:
    """What to learn from by the options of `add_folders`, without some documents of GUM.

    Raises:
        FileNotFoundError: a corpus has no documents.
    """
    gum = [path for path in gum_files(args.corpora) if path not in without]
    ewt = [args.ewt] if args.ewt else ewt_files(args.corpora)
    return Sources(gum + ewt, named_files(args.corpora), args.silver)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_folders(parser)
    parser.add_argument("--out", type=Path, help="folder for the pipeline; without it only vectors and pretraining")
    parser.add_argument("--name", default="full", help="of the folder of this training in the work folder")
    args = parser.parse_args()
    try:
        sources = sources_of(args)
        dev_paths = treebank_files(args.corpora, "dev", free=False)
        prepare(args.corpora, args.work)
    except FileNotFoundError as error:
        parser.error(str(error))
    if args.out:
        nlp = add_lemmatizer(train(sources, dev_paths, args.work, args.name), sources.treebanks)
        package(nlp, args.out, META)
        write_result(args.out, args.corpora, args.work / f"{args.name}.json")


if __name__ == "__main__":
    main()
