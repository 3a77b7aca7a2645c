"""Annotate chains in word numbers: print documents with numbered words, and check what was written.

    python eval/today/annotate.py print ewt/dev/email.conllu --documents 1-10
    python eval/today/annotate.py check ewt/dev/email.conllu chains.txt
    python eval/today/annotate.py print text-1.txt text-2.txt

Raw texts may begin with a header of lines `# key: value`, up to an empty line.

`chains.txt` has a line `## document-id`, then one chain per line as word numbers, from 1: `[3-5] [9] [14-15]`.
Everything after `//` on a line is a note. `check` prints what `check.py` finds; its exit code is 1 if there are
errors.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from check import Span, show

import corefpipe
from corefpipe.document import Document
from corefpipe.formats.reading import Place, Reading
from corefpipe.formats.tokens import tokenize

_SPAN = re.compile(r"\[(\d+)(?:-(\d+))?\]")


def numbered(document: Document) -> Iterator[str]:
    """Yield the sentences of a document with numbered words; a blank line separates paragraphs."""
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
            chain = parse_chain(line)
            if current is None or chain is None:
                problems.append(f"line {number}: not a chain: {line[:60]}")
                continue
            current.append(chain)
    return chains, problems


def parse_chain(line: str) -> list[Span] | None:
    """Return the spans of a chain in word numbers, `[3-5] [9]`; None if the line is no chain."""
    if _SPAN.sub("", line).strip():
        return None
    return [(int(a), int(b or a)) for a, b in _SPAN.findall(line)]


def header(path: Path) -> dict[str, str]:
    """Read the header of a raw text."""
    head = path.read_text(encoding="utf-8").partition("\n\n")[0]
    return dict(line[2:].split(": ", 1) for line in head.splitlines() if line.startswith("# "))


def raw_text(path: Path) -> Document:
    """Read a raw text, without its header."""
    text = path.read_text(encoding="utf-8")
    if text.startswith("# "):
        text = text.partition("\n\n")[2]
    return Document(
        path.stem,
        genre=header(path).get("kind", ""),
        text=text,
        **tokenize(text, Place(str(path), path.stem), Reading()).columns(),
    )


def chosen(paths: Sequence[Path], which: str | None) -> list[Document]:
    """Return the documents of files, or those with these ordinals, from 1: `3-8`."""
    documents = []
    for path in paths:
        raw = path.suffix == ".txt" and not path.name.endswith(".coref.txt")
        found = [raw_text(path)] if raw else list(corefpipe.read(path))
        documents += [replace(one, genre=one.genre or path.stem) for one in found]
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
        errors.extend(show(document, annotated[document.name]).errors)
    print(f"{len(errors)} errors", *errors, sep="\n")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
