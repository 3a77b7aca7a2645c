"""Build pronoun_counts.npz: how often each third-person pronoun refers to a noun or name in raw text.

Usage: python eval/lexicon/pronoun_counts.py --corpora ../shared/corpora [--parses FOLDER] [--out FILE]

The text is gum/train and the novels whose beginnings are in litbank/train; no text of a development or test part is
counted. The parses are cached in FOLDER (default build/lexicon): parsing takes half an hour on one core, counting a
minute. The same parses and the same zlib give the same bytes.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from constructions import CONSTRUCTIONS, FORMS, pairs, phrase
from spacy.language import Language
from spacy.tokens import DocBin
from wordnet import write_arrays

from corefpipe import read
from corefpipe.document import Document
from corefpipe.lexicon import load_lexicon
from corefpipe.lexicon.counts import PRONOUNS, SCALE
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.parse import Parse
from corefpipe.parsing.pipelines import load_base

OUT = Path(__file__).parents[2] / "corefpipe" / "lexicon" / "en" / "pronoun_counts.npz"
LEAST = 0.5  # words with a smaller sum of counts are left out
PIECE = 90_000  # characters parsed at once
# How often a pair of each construction corefers in OntoGUM train and LitBank train, in the order of CONSTRUCTIONS.
WEIGHTS = {
    False: (0.89, 0.69, 0.62, 0.55, 0.30, 0.15, 0.13, 0.05),  # nouns
    True: (0.91, 0.88, 0.74, 0.83, 0.55, 0.45, 0.27, 0.12),  # names
}
Key = tuple[bool, str]  # whether it is a name, and its words
Events = Counter[tuple[bool, str, str, int]]  # whether a name, its words, construction, pronoun


def novel_pieces(path: Path) -> Iterator[str]:
    """Yield the text of a novel in pieces: one line per paragraph, blank lines between them, no marks of italics."""
    text = path.read_text(encoding="utf-8").replace("_", "")
    piece: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        joined = " ".join(paragraph.split())
        if len(joined) > 20:
            piece.append(joined)
        if sum(map(len, piece)) > PIECE:
            yield "\n\n".join(piece)
            piece = []
    if piece:
        yield "\n\n".join(piece)


def sources(corpora: Path) -> Iterator[tuple[str, Iterator[Document]]]:
    """Yield the name and the documents of each text that is counted."""
    yield "gum", read(corpora / "gum" / "train")
    for path in sorted((corpora / "litbank" / "train").glob("*.conll")):
        name = path.name.removesuffix("_brat.conll")
        pieces = enumerate(novel_pieces(corpora / "novels" / f"{name}.txt"))
        yield name, (Document(str(number), text=text) for number, text in pieces)


def parsed(documents: Iterable[Document], nlp: Language, file: Path) -> Iterator[Parse]:
    """Yield the parses of documents, cached in a file."""
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        kept = DocBin(attrs=["LEMMA", "POS", "TAG", "DEP", "HEAD", "MORPH", "SENT_START"])
        for doc, _ in annotate(documents, nlp):
            kept.add(doc)
        kept.to_disk(file)
    return map(Parse.from_doc, DocBin().from_disk(file).get_docs(nlp.vocab))


def count(parses: Iterable[Parse]) -> Events:
    """How often each pronoun follows each noun or name in each construction."""
    return Counter(
        (*phrase(parse, pair.noun), pair.construction, FORMS[parse.lower[pair.pronoun]])
        for parse in parses
        for pair in pairs(parse)
    )


def keys(named: bool, words: str) -> list[str]:
    """The strings that a name counts for: itself, its first and its last word."""
    parts = words.split()
    if not named or len(parts) < 2:
        return [words]
    # The pronouns of "Mrs. Bennet" are no evidence for "Bennet".
    return [words, parts[0]] if parts[0] in load_lexicon().titles else [words, parts[0], parts[-1]]


def weigh(events: Events) -> dict[Key, np.ndarray]:
    """Noun or name -> counts of "he", "she", "it" and "they", each event weighted by its construction."""
    table: dict[Key, np.ndarray] = defaultdict(lambda: np.zeros(len(PRONOUNS)))
    weights = {named: dict(zip(CONSTRUCTIONS, row, strict=True)) for named, row in WEIGHTS.items()}
    for (named, words, construction, pronoun), number in sorted(events.items()):
        for key in keys(named, words):
            table[named, key][pronoun] += number * weights[named][construction]
    return table


def arrays(table: Mapping[Key, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays that PronounCounts reads; words whose counts sum to less than LEAST are left out."""
    kept = sorted((key, counts) for key, counts in table.items() if counts.sum() >= LEAST)  # nouns before names
    lines = {name: [words for (named, words), _ in kept if named == (name == "names")] for name in ("nouns", "names")}
    rows = np.round(SCALE * np.array([counts for _, counts in kept])).astype(np.int32)
    text = {name: np.frombuffer("\n".join(words).encode("utf-8"), dtype=np.uint8) for name, words in lines.items()}
    return {**text, "counts": rows}


def main() -> None:
    """Read the options, write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, litbank and novels")
    parser.add_argument("--parses", type=Path, default=Path("build/lexicon"), help="folder that caches the parses")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    nlp = load_base("en")
    events: Events = Counter()
    for name, documents in sources(options.corpora):
        events += count(parsed(documents, nlp, options.parses / f"{name}.spacy"))
    write_arrays(arrays(weigh(events)), options.out)


if __name__ == "__main__":
    main()
