"""Unlabelled text for word vectors and tok2vec pretraining: the novels, and the text of all annotated corpora."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import floret
import numpy
import spacy
from names import named_files, read_names
from spacy.vectors import Vectors
from treebanks import treebank_files

VECTOR_WIDTH = 64
VECTOR_COUNT = 20_000
COPIES = 5


def novel_paragraphs(path: Path) -> Iterator[str]:
    """Yield the paragraphs of one novel, without hard line breaks and italics marks."""
    text = path.read_text(encoding="utf-8").replace("_", "")
    for paragraph in re.split(r"\n\s*\n", text):
        joined = " ".join(paragraph.split())
        if len(joined) > 20:
            yield joined


def chat_messages(path: Path) -> Iterator[str]:
    """Yield what people say in a log of `[hh:mm] <nick> text` lines, without what the system says."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if said := re.match(r"\[\d\d:\d\d\] <[^>]+> (.+)", line):
            yield said[1]


def treebank_paragraphs(path: Path) -> Iterator[str]:
    """Yield the paragraphs of a CoNLL-U file, from the `# text` comments."""
    sentences: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(("# newpar", "# newdoc")) and sentences:
            yield " ".join(sentences)
            sentences = []
        elif line.startswith("# text = "):
            sentences.append(line.removeprefix("# text = "))
    if sentences:
        yield " ".join(sentences)


def paragraphs(corpora: Path) -> list[str]:
    """All paragraphs in a fixed order; those of the small corpora `COPIES` times, because novels are no web text."""
    found = [text for path in treebank_files(corpora) for text in treebank_paragraphs(path)]
    found += [sentence.text for path in named_files(corpora) for sentence in read_names(path)]
    found *= COPIES
    for path in sorted((corpora / "novels").glob("*.txt")):
        found.extend(novel_paragraphs(path))
    return found


def train_vectors(texts: list[str], tokens_file: Path, out: Path) -> None:
    """Train skip-gram vectors of lower-cased words and save a vectors-only spaCy pipeline."""
    nlp = spacy.blank("en")
    with tokens_file.open("w", encoding="utf-8") as stream:
        for text in texts:
            words = [token.lower_ for token in nlp.make_doc(text) if not token.is_space]
            stream.write(" ".join(words) + "\n")
    # A small window favours syntactic over topical similarity; one thread keeps the run repeatable.
    model = floret.train_unsupervised(
        str(tokens_file), model="skipgram", dim=VECTOR_WIDTH, ws=3, epoch=5, minCount=6,
        minn=0, maxn=0, neg=5, lr=0.05, thread=1,
    )  # fmt: skip
    words = [word for word in model.get_words() if word != "</s>"][:VECTOR_COUNT]
    table = numpy.asarray([model.get_word_vector(word) for word in words], dtype="float32")
    table /= table.std()
    nlp.vocab.vectors = Vectors(strings=nlp.vocab.strings, data=table, keys=words, name="en_base.vectors", attr="LOWER")
    nlp.to_disk(out)
