"""Check annotated documents, and list what is to be read once more.

    python eval/today/check.py corpora/today
    python eval/today/check.py ../shared/corpora/ewt/dev --layer corpora/layers/ewt/dev

An error breaks the guidelines for certain: a chain of one mention, mentions that cross, a span twice, a possessive
`'s` left outside. A question may have a good answer: a chain with *he* and *she*, equal names in several chains,
different full names in one, a mention that ends in a mark, a span that is no constituent of the tree, a pronoun
without a chain. The exit code is 1 if there are errors.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import corefpipe
from corefpipe.document import Document

Span = tuple[int, int]
"""First and last word, from 1, both included."""

MALE = frozenset("he him his himself".split())
FEMALE = frozenset("she her hers herself".split())
DEMONSTRATIVE = frozenset("this that these those".split())
PRONOUNS = frozenset(
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself "
    "we us our ours ourselves they them their theirs themselves themself this that these those".split()
)
POSSESSIVE = frozenset(("'s", "’s"))
MARKS = frozenset(",.;:!?")
PARTICLES = frozenset("of the de da van von al el la le bin and & der den di du ".split())
"""Words in lower case that may stand within a name."""


@dataclass
class Findings:
    """What was found in a document.

    Attributes:
        errors: what breaks the guidelines.
        questions: what is to be read once more.
        loose: pronouns without a chain, with the words around them.
    """

    errors: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)


def chains_of(document: Document) -> list[list[Span]]:
    """Return the chains of a document in word numbers."""
    return [[(m.start + 1, m.end) for m in mentions] for mentions in document.chains().values()]


def findings(document: Document, chains: Sequence[Sequence[Span]]) -> Findings:
    """Check the chains of a document."""
    found = Findings()
    where: dict[Span, int] = {}
    for number, chain in enumerate(chains, 1):
        valid = [span for span in chain if 1 <= span[0] <= span[1] <= len(document)]
        found.errors += [f"[{a}-{b}] is no span of {len(document)} words" for a, b in chain if (a, b) not in valid]
        if len(chain) < 2:
            found.errors.append(f"chain {number} has one mention: {[text(document, span) for span in valid]}")
        for span in valid:
            if span in where:
                found.errors.append(f"{span} {text(document, span)!r} is in chains {where[span]} and {number}")
            where[span] = number
        _of_chain(document, number, valid, found)
    _of_spans(document, where, found)
    _crossing(document, sorted(where), found)
    _names_in_several_chains(document, where, found)
    covered = {first for first, last in where if first == last}
    found.loose = [
        f"{i + 1}:{' '.join(document.words[max(0, i - 3) : i + 3])}"
        for i, word in enumerate(document.words)
        if word.lower() in PRONOUNS and i + 1 not in covered and _nominal(document, i)
    ]
    return found


def text(document: Document, span: Span) -> str:
    """Return the words of a span."""
    return " ".join(document.words[span[0] - 1 : span[1]])


def is_name(words: Sequence[str]) -> bool:
    """Whether words look like a full name: two at least, all but particles with a capital."""
    long = [word for word in words if word.lower() not in PARTICLES]
    return len(long) > 1 and all(word[0].isupper() and not word.isupper() for word in long)


def _of_chain(document: Document, number: int, chain: Sequence[Span], found: Findings) -> None:
    lower = {text(document, span).lower() for span in chain}
    if lower & MALE and lower & FEMALE:
        found.questions.append(f"chain {number} has he and she: {sorted(lower)}")
    names = [text(document, span) for span in chain if is_name(document.words[span[0] - 1 : span[1]])]
    for k, name in enumerate(names):
        apart = [other for other in names[:k] if not set(name.lower().split()) & set(other.lower().split())]
        if apart:
            found.questions.append(f"chain {number} has two full names: {apart[0]!r} and {name!r}")
            break


def _of_spans(document: Document, where: dict[Span, int], found: Findings) -> None:
    known = constituents(document) if document.heads else None
    words, tags = document.words, document.tags
    for span in where:
        if words[span[1] - 1] in MARKS and span[1] > span[0]:
            found.questions.append(f"{span} ends in a mark: {text(document, span)!r}")
        if known is not None and span not in known:
            found.questions.append(f"{span} is no constituent of the tree: {text(document, span)!r}")
        if span[1] < len(words) and words[span[1]] in POSSESSIVE:
            if tags is None:
                found.questions.append(
                    f"{span} {text(document, span)!r}: if the 's after it is possessive, it is part of the mention"
                )
            elif tags[span[1]] == "POS":
                found.errors.append(f"{span} {text(document, span)!r}: the possessive 's is part of the mention")


def _crossing(document: Document, spans: Sequence[Span], found: Findings) -> None:
    for i, (a, b) in enumerate(spans):
        for c, d in spans[i + 1 :]:
            if c > b:
                break
            if a < c <= b < d:
                found.errors.append(f"{(a, b)} {text(document, (a, b))!r} crosses {(c, d)} {text(document, (c, d))!r}")


def _names_in_several_chains(document: Document, where: dict[Span, int], found: Findings) -> None:
    names: dict[str, set[int]] = {}
    for span, number in where.items():
        words = document.words[span[0] - 1 : span[1]]
        if is_name(words) if document.pos is None else document.pos[span[1] - 1] == "PROPN":
            names.setdefault(" ".join(words).lower(), set()).add(number)
    found.questions += [f"{name!r} is in several chains: {sorted(ids)}" for name, ids in names.items() if len(ids) > 1]


def _nominal(document: Document, word: int) -> bool:
    """Whether a pronoun is one, and not a determiner, relative pronoun or conjunction."""
    if document.words[word].lower() not in DEMONSTRATIVE:
        return True
    if document.pos is None or document.tags is None:
        return False
    return document.pos[word] == "PRON" and document.tags[word] not in ("WDT", "IN")


def constituents(document: Document) -> set[Span]:
    """Return the spans of subtrees, whole and without some of the dependents at their edges."""
    heads = document.heads or []
    left, right = list(range(len(heads))), list(range(len(heads)))
    children: list[list[int]] = [[] for _ in heads]
    for word in sorted(range(len(heads)), key=lambda word: -_depth(heads, word)):
        if heads[word] != word:
            children[heads[word]].append(word)
            left[heads[word]] = min(left[heads[word]], left[word])
            right[heads[word]] = max(right[heads[word]], right[word])
    found: set[Span] = set()
    for head, below in enumerate(children):
        lefts = [head, *(left[child] for child in below if child < head)]
        rights = [head, *(right[child] for child in below if child > head)]
        found.update((a + 1, b + 1) for a in lefts for b in rights)
    return found


def _depth(heads: Sequence[int], word: int) -> int:
    depth = 0
    while heads[word] != word and depth < len(heads):
        word, depth = heads[word], depth + 1
    return depth


def show(document: Document, chains: Sequence[Sequence[Span]]) -> Findings:
    """Print the chains of a document in words, and what was found; return it."""
    print(f"## {document.name}")
    for number, chain in enumerate(chains, 1):
        print(f"  {number}: " + " / ".join(f"{text(document, span)} [{span[0]}]" for span in sorted(chain)))
    found = findings(document, chains)
    if found.loose:
        print("  without chain: " + "; ".join(found.loose))
    print(
        *(f"  ? {question}" for question in found.questions), *(f"  ERROR {error}" for error in found.errors), sep="\n"
    )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path, help="a file or folder with annotated documents")
    parser.add_argument("--layer", type=Path, help="layer with the annotation")
    parser.add_argument("--errors", action="store_true", help="print errors only")
    args = parser.parse_args()
    wrong = documents = questions = loose = 0
    for document in corefpipe.read(args.corpus, layer=args.layer):
        chains = chains_of(document)
        found = findings(document, chains) if args.errors else show(document, chains)
        if args.errors:
            print(*(f"{document.name}: {error}" for error in found.errors), sep="\n", end="\n" if found.errors else "")
        documents, wrong = documents + 1, wrong + len(found.errors)
        questions, loose = questions + len(found.questions), loose + len(found.loose)
    print(f"{documents} documents, {wrong} errors, {questions} questions, {loose} pronouns without a chain")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
