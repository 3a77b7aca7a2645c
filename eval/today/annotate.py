"""Annotate chains in word numbers: print documents with numbered words, and check what was written.

    python eval/today/annotate.py print ewt/dev/email.conllu --documents 1-10
    python eval/today/annotate.py check ewt/dev/email.conllu chains.txt
    python eval/today/annotate.py print text-1.txt text-2.txt

Raw texts may begin with a header of lines `# key: value`, up to an empty line.

`chains.txt` has a line `## document-id`, then one chain per line as word numbers, from 1: `[3-5] [9] [14-15]`. Everything after `//`
on a line is a note. `check` prints every chain in words and every nominal pronoun without a chain, and asks about spans that
are no constituent of the gold tree; its exit code is 1 if there are errors.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import corefpipe
from corefpipe.document import Document
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import tokenize

PRONOUNS = frozenset(
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us our ours ourselves "
    "they them their theirs themselves themself this that these those u ur thy thee thou ya y'all".split()
)
_SPAN = re.compile(r"\[(\d+)(?:-(\d+))?\]")
Span = tuple[int, int]
"""First and last word, from 1, both included."""


def numbered(document: Document) -> Iterator[str]:
    """Yield the sentences of a document with the number of each word before it; paragraphs are separated by a blank line."""
    paragraphs = set(document.paragraph_starts or ())
    for start, end in document.sentences():
        if start in paragraphs and start:
            yield ""
        yield " ".join(f"{i + 1}:{document.words[i]}" for i in range(start, end))


def read_chains(path: Path) -> tuple[dict[str, list[list[Span]]], list[str]]:
    """Return ({document id: its chains}, problems) of a file of chains."""
    chains: dict[str, list[list[Span]]] = {}
    problems: list[str] = []
    current: list[list[Span]] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.split("//")[0].strip()
        if line.startswith("## "):
            name = line[3:].strip()
            if name in chains:
                problems.append(f"line {number}: {name} is there twice")
            current = chains[name] = []
        elif line:
            if current is None or _SPAN.sub("", line).strip():
                problems.append(f"line {number}: not a chain: {line[:60]}")
                continue
            current.append([(int(a), int(b or a)) for a, b in _SPAN.findall(line)])
    return chains, problems


def constituents(document: Document) -> set[Span]:
    """Return the spans of subtrees, and of subtrees without punctuation, case markers and other dependents at their edges."""
    n = len(document.words)
    heads = document.heads or []
    left, right = list(range(n)), list(range(n))
    children: list[list[int]] = [[] for _ in range(n)]
    for word, head in enumerate(heads):
        if head != word:
            children[head].append(word)
    for word in _bottom_up(heads):
        head = heads[word]
        if head != word:
            left[head], right[head] = min(left[head], left[word]), max(right[head], right[word])
    found: set[Span] = set()
    for head in range(n):
        lefts = [head, *(left[child] for child in children[head] if child < head)]
        rights = [head, *(right[child] for child in children[head] if child > head)]
        found.update((a + 1, b + 1) for a in lefts for b in rights)
    return found


def _bottom_up(heads: Sequence[int]) -> list[int]:
    depth = [0] * len(heads)
    for word in range(len(heads)):
        at, steps = word, 0
        while heads[at] != at and steps < len(heads):
            at, steps = heads[at], steps + 1
        depth[word] = steps
    return sorted(range(len(heads)), key=lambda word: -depth[word])


def check(document: Document, chains: list[list[Span]], quiet: bool = False) -> tuple[list[str], list[str]]:
    """Return (errors, questions) of the chains of a document; print the chains in words unless `quiet`."""
    errors: list[str] = []
    questions: list[str] = []
    n, words = len(document.words), document.words

    def text(span: Span) -> str:
        return " ".join(words[span[0] - 1 : span[1]])

    known = constituents(document) if document.heads else None
    where: dict[Span, int] = {}
    for number, chain in enumerate(chains, 1):
        valid = [span for span in chain if 1 <= span[0] <= span[1] <= n]
        errors.extend(f"[{a}-{b}] is no span of {n} words" for a, b in chain if (a, b) not in valid)
        if len(chain) < 2:
            errors.append(f"chain {number} has one mention: {[text(span) for span in valid]}")
        for span in valid:
            if span in where:
                errors.append(f"{span} {text(span)!r} is in chains {where[span]} and {number}")
            where[span] = number
            if words[span[1] - 1] in {",", ".", ";", ":", "!", "?"} and span[1] > span[0]:
                questions.append(f"{span} ends in punctuation: {text(span)!r}")
            if known is not None and span not in known:
                questions.append(f"{span} is no constituent of the tree: {text(span)!r}")
            if span[1] < n and words[span[1]] in {"'s", "’s"}:
                if document.tags is None:
                    questions.append(f"{span} {text(span)!r}: is the 's after it possessive? Then it belongs to the mention")
                elif document.tags[span[1]] == "POS":
                    errors.append(f"{span} {text(span)!r}: the possessive 's belongs to the mention")
        lower = {text(span).lower() for span in valid}
        if lower & {"he", "him", "his", "himself"} and lower & {"she", "her", "hers", "herself"}:
            questions.append(f"chain {number} has he and she: {sorted(lower)}")
        if not quiet:
            print(f"  {number}: " + " / ".join(f"{text(span)} [{span[0]}]" for span in sorted(valid)))
    spans = sorted(where)
    for i, (a, b) in enumerate(spans):
        for c, d in spans[i + 1 :]:
            if c > b:
                break
            if a < c <= b < d:
                errors.append(f"{(a, b)} {text((a, b))!r} crosses {(c, d)} {text((c, d))!r}")
    names: dict[str, set[int]] = {}
    for span, number in where.items():
        if document.pos and document.pos[span[1] - 1] == "PROPN":
            names.setdefault(text(span).lower(), set()).add(number)
    questions.extend(f"{name!r} is in several chains: {sorted(ids)}" for name, ids in names.items() if len(ids) > 1)
    covered = {span[0] for span in where if span[0] == span[1]}
    loose = [i + 1 for i, word in enumerate(words) if word.lower() in PRONOUNS and i + 1 not in covered and _nominal(document, i)]
    if loose and not quiet:
        print("  without chain: " + "; ".join(f"{i}:{' '.join(words[max(0, i - 3) : i + 3])}" for i in loose))
    return errors, questions


def _nominal(document: Document, word: int) -> bool:
    """Whether a pronoun is one, and not a determiner, relative pronoun or conjunction."""
    if document.words[word].lower() not in {"this", "that", "these", "those"}:
        return True
    return document.pos is not None and document.pos[word] == "PRON" and (document.tags or [""] * (word + 1))[word] not in {"WDT", "IN"}


def raw_text(path: Path) -> Document:
    """Read a raw text, without its header."""
    text = path.read_text(encoding="utf-8")
    if text.startswith("# "):
        text = text.partition("\n\n")[2]
    return Document(name=path.stem, text=text, **tokenize(text, Place(str(path), path.stem), Reading()).columns())


def chosen(paths: Sequence[Path], which: str | None) -> list[Document]:
    """Return the documents of files, or those with these ordinals, from 1: `3-8`."""
    documents = [doc for path in paths for doc in ([raw_text(path)] if path.suffix == ".txt" else corefpipe.read(path))]
    if not which:
        return documents
    first, _, last = which.partition("-")
    return documents[int(first) - 1 : int(last or first)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (("print", "print documents with numbered words"), ("check", "check the chains of documents")):
        command = commands.add_parser(name, help=what)
        command.add_argument("corpus", type=Path, nargs="+", help="files with the documents")
        if name == "check":
            command.add_argument("chains", type=Path, help="file with the chains")
        command.add_argument("--documents", help="ordinals of the documents, from 1: 3-8")
    args = parser.parse_args()
    documents = chosen(args.corpus, args.documents)
    if args.command == "print":
        for document in documents:
            print(f"## {document.name}", *numbered(document), "", sep="\n")
        return
    annotated, errors = read_chains(args.chains)
    unknown = set(annotated) - {document.name for document in documents}
    errors.extend(f"no document {name}" for name in sorted(unknown))
    for document in documents:
        if document.name not in annotated:
            if args.documents:
                errors.append(f"{document.name} is missing")
            continue
        print(f"## {document.name}")
        wrong, questions = check(document, annotated[document.name])
        for question in questions:
            print(f"  ? {question}")
        for error in wrong:
            print(f"  ERROR {error}")
        errors.extend(wrong)
    print(f"{len(errors)} errors", *errors, sep="\n")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
