"""Make a pipeline of spaCy of an encoder's files and the treebanks' lemmas, and write it for the package."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import spacy
import srsly
from convert import documents_of, to_doc
from spacy.attrs import ORTH
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from verb_forms import verb_forms

import corefpipe.parsing.encoder.component
import corefpipe.parsing.lemmatizer  # noqa: F401  register the factories
from corefpipe.lexicon import load_lexicon
from corefpipe.utils.digests import write_folder_sums

META = {
    "lang": "en",
    "version": "1.0.0",
    "author": "corefpipe",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.7.0,<4.0.0",
    "sources": [
        {
            "name": "all-MiniLM-L6-v2, tuned further",
            "url": "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
            "license": "Apache-2.0",
        },
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


def pipeline(write_files: Callable[[Path], None], treebanks: Sequence[Path]) -> Language:
    """A pipeline of an encoder, whose files a function writes to a folder, and of the lemmas of treebanks and verbs."""
    nlp = spacy.blank("en")
    encoder = nlp.add_pipe("corefpipe_encoder", name="encoder")
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder))
        encoder.from_disk(folder)
    docs = [to_doc(nlp.vocab, document, gold_tokens=True) for document in documents_of(treebanks)]
    forms, tags, lemmas = zip(*verb_forms(load_lexicon("en")), strict=True)
    docs.append(Doc(nlp.vocab, forms, tags=tags, lemmas=lemmas))
    lemmatizer = nlp.add_pipe("corefpipe_lemmatizer", name="lemmatizer")
    lemmatizer.initialize(lambda: [Example(nlp.make_doc(""), doc) for doc in docs])
    return nlp


def package(nlp: Language, out: Path, meta: dict[str, Any]) -> None:
    """Write the pipeline, with these entries of its `meta` beside those of all; replace `out` in one step."""
    # As an initial it is rare: "So am I."
    nlp.tokenizer.add_special_case("I.", [{ORTH: "I"}, {ORTH: "."}])
    nlp.meta.update(META | meta)
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
