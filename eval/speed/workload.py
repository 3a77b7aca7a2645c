"""What is timed in one process: base pipeline, coreference stage, text to chains. Run by `measure.py`, prints JSON.

Imports only what older checkouts have as well, so that they can be measured in the same way.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import spacy
from spacy.tokens import Doc

import corefpipe
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.resolving import resolve_docs

SHORT = 1000
"""Texts of two sentences each."""
NOVEL = 200_000  # characters of a novel
TEXTS, THOUSANDS = (1, 3, 10, 30, 100, 300), (1, 3, 10, 30)
"""Numbers of short texts, and thousands of words of a novel, of the scaling curves."""


def seconds(run: Callable[[], object]) -> float:
    """CPU seconds of a call in this thread."""
    start = time.thread_time()
    run()
    return time.thread_time() - start


def two_sentences(documents: list[Document]) -> list[str]:
    """Texts of two consecutive sentences each."""
    vocab, found = spacy.blank("en").vocab, []
    for document in documents:
        doc, starts = Doc(vocab, document.words, document.spaces), document.sentence_starts
        ends = [*starts[2::2], len(doc)]
        found += [doc[start:end].text for start, end in zip(starts[::2], ends, strict=False)]
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--curves", action="store_true", help="time and length, and time and number of texts")
    args = parser.parse_args()
    nlp, resolver = load_base("en"), load_resolver("en")
    raw = list(corefpipe.read(args.corpora / "gum" / "dev"))
    short = two_sentences([*raw, *corefpipe.read(args.corpora / "ewt" / "dev")])[:SHORT]
    novel = (args.corpora / "novels" / "1342_pride_and_prejudice.txt").read_text(encoding="utf-8")
    list(corefpipe.resolve(short[:20]))  # loads what is read once per process

    def chains(texts: list[str]) -> float:
        return seconds(lambda: list(corefpipe.resolve(texts)))

    if args.curves:
        words = [token.idx for token in nlp.make_doc(novel[:NOVEL]) if not token.is_space]
        curves = {
            "texts": {n: chains(short[:n]) for n in TEXTS},
            "words": {1000 * n: chains([novel[: words[1000 * n]]]) for n in THOUSANDS},
        }
        print(json.dumps(curves))
        return
    texts = [document.text for document in raw]
    n_words = sum(len(nlp.make_doc(text)) for text in texts)
    found = {"base pipeline, words/s": n_words / seconds(lambda: list(nlp.pipe(texts)))}
    annotated = list(annotate(corefpipe.read(args.corpora / "ontogum" / "dev", repeats="first"), nlp))
    n_words = sum(len(doc) for doc, _ in annotated)
    found["coreference stage, OntoGUM dev, words/s"] = n_words / seconds(
        lambda: list(resolve_docs(annotated, resolver))
    )
    documents = [Document("text", text=text) for text in short]
    pairs = list(annotate(documents, nlp))
    found["words per short text"] = sum(len(doc) for doc, _ in pairs) / len(pairs)
    found["coreference stage, ms per short text"] = 1000 * seconds(lambda: list(resolve_docs(pairs, resolver))) / SHORT
    found["text to chains, ms per short text"] = 1000 * chains(short) / SHORT
    (long,) = annotate([Document("novel", text=novel[:NOVEL])], nlp)
    n_words = sum(not token.is_space for token in long[0])
    found["coreference stage, novel, words/s"] = n_words / seconds(lambda: list(resolve_docs([long], resolver)))
    found["text to chains, novel, words/s"] = n_words / chains([novel[:NOVEL]])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
