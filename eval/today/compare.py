"""Compare the corpus with OntoGUM and LitBank: words, mentions, chains, distances, kinds of mentions, and what is hard.

    python eval/today/compare.py --corpora ../shared/corpora

All are tagged by the packaged base pipeline, and singletons are dropped. The training parts are compared. Prints a
table.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from spacy.tokens import Doc

from corefpipe import read
from corefpipe.document import Document, Mention
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "resolver"))
import today

FAR = 200
"""Words to the mention before from which an anaphor counts as far."""
PLURAL = frozenset("they them their theirs themselves".split())
OTHERS = frozenset(("one", "another", "other", "others", "former", "latter"))


def kind_of(doc: Doc, mention: Mention) -> str:
    """Return whether a mention is a pronoun, a name, a definite or another noun phrase, or a verb."""
    words = doc[mention.start : mention.end]
    head = words.root
    if len(words) == 1 and (head.pos_ == "PRON" or head.tag_ == "PRP$"):
        return "pronoun"
    if head.pos_ in ("VERB", "AUX"):
        return "verb"
    if head.pos_ == "PROPN":
        return "name"
    definite = words[0].lower_ in ("the", "this", "that", "these", "those") or words[0].tag_ in ("PRP$", "POS")
    return "definite" if definite or any(word.tag_ == "POS" for word in words[:-1]) else "other noun phrase"


def statistics(documents: Iterable[Document]) -> dict[str, float]:
    """Return the figures of a corpus; shares are in percent of the anaphors, except where they say otherwise."""
    nlp = load_base("en")
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    distances: list[int] = []
    for doc, document in annotate(documents, nlp):
        chains = [chain for chain in document.chains().values() if len(chain) > 1]
        counts["documents"] += 1
        counts["words"] += len(document)
        counts["chains"] += len(chains)
        inside = {mention.span: k for k, chain in enumerate(chains) for mention in chain}
        counts["nested possessors"] += sum(_nested(doc, span, inside) for span in inside)
        for chain in chains:
            lower = [" ".join(document.words[m.start : m.end]).lower() for m in chain]
            told = [kind_of(doc, m) for m in chain]
            kinds.update(told)
            singular = any(doc[m.start : m.end].root.tag_ in ("NN", "NNP") for m in chain)
            counts["they for a singular noun or name"] += sum(word in PLURAL for word in lower) * singular
            counts["chains that begin with a pronoun"] += told[0] == "pronoun" and lower[0] not in (
                "i",
                "you",
                "we",
                "my",
            )
            for k in range(1, len(chain)):
                _count_anaphor(doc, chain, k, told, lower, counts)
                distances.append(chain[k].start - chain[k - 1].start)
        loose = [
            i
            for i, word in enumerate(document.words)
            if word.lower() in ("it", "you", "we", "they") and (i, i + 1) not in inside
        ]
        counts["it, you, we, they"] += sum(word.lower() in ("it", "you", "we", "they") for word in document.words)
        counts["of these without a chain"] += len(loose)
    return _shares(counts, kinds, sorted(distances))


def _count_anaphor(
    doc: Doc, chain: list[Mention], k: int, told: list[str], lower: list[str], counts: Counter[str]
) -> None:
    head = doc[chain[k].start : chain[k].end].root.lemma_.lower()
    before = {doc[m.start : m.end].root.lemma_.lower() for m in chain[:k]}
    nominal = told[k] in ("name", "definite", "other noun phrase")
    counts["anaphors"] += 1
    counts["nouns and names of another head"] += nominal and head not in before
    counts["plural they and them"] += lower[k] in PLURAL
    counts["it and its"] += lower[k] in ("it", "its", "itself")
    counts["events"] += told[k - 1] == "verb"
    counts["one, other, former, latter"] += not OTHERS.isdisjoint(lower[k].split())
    counts["far"] += chain[k].start - chain[k - 1].start > FAR


def _nested(doc: Doc, span: tuple[int, int], inside: dict[tuple[int, int], int]) -> bool:
    """Whether a mention has a possessor that has one itself."""
    ends = [end for end in range(span[0] + 1, span[1]) if (span[0], end) in inside]
    return len(ends) > 1


def _shares(counts: Counter[str], kinds: Counter[str], distances: list[int]) -> dict[str, float]:
    mentions = sum(kinds.values())
    found: dict[str, float] = {name: counts[name] for name in ("documents", "words", "chains")}
    found["mentions"] = mentions
    found["mentions per 100 words"] = round(100 * mentions / counts["words"], 1)
    found["mentions per chain"] = round(mentions / counts["chains"], 2)
    found["words to the mention before, median"] = distances[len(distances) // 2]
    found |= {f"{kind}, % of mentions": round(100 * count / mentions, 1) for kind, count in kinds.most_common()}
    for name in (
        "nouns and names of another head",
        "plural they and them",
        "it and its",
        "events",
        "one, other, former, latter",
        "far",
    ):
        found[f"{name}, % of anaphors"] = round(100 * counts[name] / counts["anaphors"], 1)
    for name in ("they for a singular noun or name", "nested possessors", "chains that begin with a pronoun"):
        found[f"{name}, per 10,000 words"] = round(10_000 * counts[name] / counts["words"], 1)
    share = counts["of these without a chain"] / counts["it, you, we, they"]
    found["it, you, we, they without a chain, %"] = round(100 * share, 1)
    return found


def sources(folder: Path) -> dict[str, Callable[[], Iterable[Document]]]:
    """Return the training parts that are compared: a name, and what reads its documents."""
    return {
        "web": lambda: today.web(folder),
        "written": today.written,
        "OntoGUM": lambda: read(folder / "ontogum" / "train", repeats="first"),
        "LitBank": lambda: read(folder / "litbank" / "train", repeats="first"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with ewt, ontogum and litbank")
    found = {name: statistics(documents()) for name, documents in sources(parser.parse_args().corpora).items()}
    rows = dict.fromkeys(row for columns in found.values() for row in columns)
    print(f"| | {' | '.join(found)} |", "|---" * (len(found) + 1) + "|", sep="\n")
    for row in rows:
        print(f"| {row} | {' | '.join(f'{columns.get(row, 0):,}' for columns in found.values())} |")


if __name__ == "__main__":
    main()
