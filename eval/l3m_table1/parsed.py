"""OntoGUM and LitBank with our own parse, which is kept in the folder `work` until base pipeline or corpus change."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacy.tokens import Doc, DocBin

from corefpipe import read
from corefpipe.document import Document
from corefpipe.features import FeatureSet
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import find_base, load_base
from corefpipe.tuning import Prepared, prepare
from corefpipe.utils.digests import SUMS, digest_of_files

HERE = Path(__file__).resolve().parent
WORK = HERE / "work"
CORPORA = ("ontogum", "litbank")
BASE = "en"
FEATURES = "l3m2014"
MIN_COUNT = 5
HELD_OUT = 5  # settings are chosen on every fifth document of train


def parsed(corpora: Path, corpus: str, part: str) -> list[tuple[Doc, Document]]:
    """The documents of a part, `train` or `dev`, with their parse: kept from an earlier run, or made now and kept."""
    digest = digest_of_files([find_base(BASE) / SUMS, corpora / corpus / part])
    file = WORK / "parsed" / f"{corpus}_{part}_{digest[:16]}.spacy"
    documents, nlp = list(read(corpora / corpus / part, repeats="first")), load_base(BASE)
    if file.is_file():
        return list(zip(DocBin().from_disk(file).get_docs(nlp.vocab), documents, strict=True))
    pairs = list(annotate(documents, nlp))
    file.parent.mkdir(parents=True, exist_ok=True)
    DocBin(docs=[doc for doc, _ in pairs], store_user_data=True).to_disk(file)
    return pairs


def held_out(corpora: Path, corpus: str, starts: bool = False) -> Prepared:
    """Four fifths of train to learn from, and one fifth to choose settings by."""
    train = parsed(corpora, corpus, "train")
    rest = [pair for number, pair in enumerate(train) if number % HELD_OUT]
    return prepare(rest, train[::HELD_OUT], feature_set(starts), "gold", constraints=())


def final(corpora: Path, corpus: str, starts: bool = False, window: int | None = None) -> Prepared:
    """All of train to learn from, and dev to report scores of."""
    parts = (parsed(corpora, corpus, part) for part in ("train", "dev"))
    return prepare(*parts, feature_set(starts, window), "gold", constraints=())


def feature_set(starts: bool = False, window: int | None = None) -> FeatureSet:
    """The feature set of the paper, where the dummy has no features unless `starts` is set."""
    features = FeatureSet(FEATURES, min_count=MIN_COUNT, window=window)
    if not starts:
        features.spec = replace(features.spec, start_groups=())
    return features


def digest(prepared: Prepared) -> str:
    """A digest of the arrays, by which results of other features are recognised."""
    return str(prepared.signature()["arrays"])[:16]


def known(file: Path) -> dict[str, Any]:
    """The results in a JSON file; {} if there is none."""
    return json.loads(file.read_text("utf8")) if file.is_file() else {}


def write(file: Path, found: dict[str, Any], indent: int | None = None) -> None:
    """Write results as JSON."""
    file.write_text(json.dumps(found, ensure_ascii=False, indent=indent) + "\n", encoding="utf8")
