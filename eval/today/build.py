"""Build the corpus from raw texts and chains: `corpora/today/*.coref.txt`, or a layer over a treebank.

    python eval/today/build.py today texts/*.txt --chains chains/*.txt -o corpora/today
    python eval/today/build.py layer ewt/dev/email.conllu --chains email.txt -o corpora/layers/ewt/dev/email.layer

A document may stand in several files of chains: the last one counts. Documents without chains there are left out.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from annotate import chosen, header, read_chains
from check import Span, findings

import corefpipe
from corefpipe.document import Document, Mention, sort_mentions
from corefpipe.formats import write_layer

LAYER = {"licence": "CC BY-SA 4.0", "scheme": "OntoNotes, as corpora/GUIDELINES.md applies it"}


def annotated(document: Document, chains: list[list[Span]]) -> Document:
    """Return the document with these chains, numbered by their first mention."""
    ordered = sorted(chains, key=min)
    mentions = [Mention(a - 1, b, str(k)) for k, chain in enumerate(ordered, 1) for a, b in chain]
    return replace(document, mentions=sort_mentions(mentions))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["today", "layer"])
    parser.add_argument("corpus", type=Path, nargs="+", help="raw texts, or files of a treebank")
    parser.add_argument("--chains", type=Path, nargs="+", required=True, help="files of chains")
    parser.add_argument("-o", "--out", type=Path, required=True, help="folder for texts, or file for a layer")
    args = parser.parse_args()
    chains: dict[str, list[list[Span]]] = {}
    for path in args.chains:
        found, problems = read_chains(path)
        if problems:
            sys.exit(f"{path}: " + "\n".join(problems))
        chains |= found
    documents = [document for document in chosen(args.corpus, None) if document.name in chains]
    wrong = [f"{one.name}: {error}" for one in documents for error in findings(one, chains[one.name]).errors]
    if wrong:
        sys.exit("\n".join(wrong))
    built = [annotated(document, chains[document.name]) for document in documents]
    if args.what == "layer":
        metadata = LAYER | ({} if len(documents) == len(chosen(args.corpus, None)) else {"coverage": "partial"})
        args.out.parent.mkdir(parents=True, exist_ok=True)
        write_layer(built, args.out, metadata)
    else:
        args.out.mkdir(parents=True, exist_ok=True)
        heads = {path.stem: header(path) for path in args.corpus}
        for document in built:
            metadata = dict(heads[document.name])
            named = replace(document, genre=metadata.pop("kind"), metadata=metadata)
            corefpipe.write([named], args.out / f"{document.name}.coref.txt")
    print(f"{len(built)} documents, {sum(map(len, built))} words, {sum(len(one.mentions) for one in built)} mentions")


if __name__ == "__main__":
    main()
