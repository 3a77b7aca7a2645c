"""Compare two annotations of the same documents, and settle where they differ.

    python eval/today/agree.py differences ewt/dev/email.conllu --chains a.txt b.txt
    python eval/today/agree.py final ewt/dev/email.conllu --chains a.txt b.txt --decisions c.txt -o chains.txt
    python eval/today/agree.py scores ewt/dev/*.conllu --first *.A.txt --second *.B.txt

Files of chains are those of `annotate.py`. Chains that share a mention stand in one component; those that are the
same in both annotations are settled. `differences` numbers the other components of each document. A file of decisions
has a line `## document-id`, and for each component its number with `A`, `B`, `-` (no chain) or a chain of the
annotator's own; a component may have several lines.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from annotate import chosen, parse_chain, read_chains
from check import Span, findings

import corefpipe
from corefpipe.document import Document, Mention, sort_mentions

Chain = frozenset[Span]
Component = tuple[list[Chain], list[Chain]]


def components(first: Sequence[Chain], second: Sequence[Chain]) -> list[Component]:
    """Return the groups of chains of two annotations that are connected by equal mentions, in text order."""
    groups: list[tuple[set[Span], list[Chain], list[Chain]]] = []
    for side, chains in enumerate((first, second)):
        for chain in chains:
            joined = (set(chain), [chain] if not side else [], [chain] if side else [])
            apart = []
            for group in groups:
                if group[0] & chain:
                    joined = (joined[0] | group[0], group[1] + joined[1], group[2] + joined[2])
                else:
                    apart.append(group)
            groups = [*apart, joined]
    return [(a, b) for _, a, b in sorted(groups, key=lambda group: min(group[0]))]


def settled(component: Component) -> bool:
    """Whether both annotations agree on a component."""
    return set(component[0]) == set(component[1])


def annotated(document: Document, chains: Sequence[Chain], genre: str) -> Document:
    """Return the document with these chains."""
    mentions = [Mention(a - 1, b, str(k)) for k, chain in enumerate(chains) for a, b in chain]
    return replace(document, mentions=sort_mentions(mentions), genre=genre)


def show(document: Document, chain: Chain) -> str:
    """Return a chain in numbers and words."""
    words = [
        f"[{a}-{b}] {' '.join(document.words[a - 1 : b])}" if a < b else f"[{a}] {document.words[a - 1]}"
        for a, b in sorted(chain)
    ]
    return " / ".join(words)


def differences(documents: Sequence[Document], sides: Sequence[dict[str, list[Chain]]]) -> None:
    """Print the components that differ, with the mentions that only one side has."""
    for document in documents:
        found = components(*(side[document.name] for side in sides))
        different = [component for component in found if not settled(component)]
        print(f"## {document.name} ({len(found) - len(different)} settled, {len(different)} to decide)")
        for number, component in enumerate(different, 1):
            if len(component[0]) == len(component[1]) == 1:
                (a,), (b,) = component
                print(f"  {number} both: {show(document, a & b)}")
                print(f"      only A: {show(document, a - b)}\n      only B: {show(document, b - a)}")
                continue
            for side, chains in zip("AB", component, strict=True):
                for chain in chains or [frozenset()]:
                    print(f"  {number} {side}: {show(document, chain)}")


def final(
    documents: Sequence[Document], sides: Sequence[dict[str, list[Chain]]], decisions: Path
) -> tuple[list[str], list[str]]:
    """Return (the lines of the settled chains, problems)."""
    decided, problems = read_decisions(decisions)
    lines: list[str] = []
    for document in documents:
        lines.append(f"## {document.name}")
        chains: list[Chain] = []
        number = 0
        for component in components(*(side[document.name] for side in sides)):
            if settled(component):
                chains += component[0]
                continue
            number += 1
            chosen_lines = decided.get((document.name, number))
            if chosen_lines is None:
                problems.append(f"{document.name}: component {number} is not decided")
            for line in chosen_lines or ():
                if line in ("A", "B"):
                    chains += component["AB".index(line)]
                elif line != "-":
                    chains.append(frozenset(parse_chain(line) or ()))
        lists = [sorted(chain) for chain in sorted(chains, key=min)]
        problems += [f"{document.name}: {error}" for error in findings(document, lists).errors]
        for chain in lists:
            spans = " ".join(f"[{a}-{b}]" if a < b else f"[{a}]" for a, b in chain)
            lines.append(f"{spans} // {' '.join(document.words[chain[0][0] - 1 : chain[0][1]][:8])}")
    return lines, problems


def read_decisions(path: Path) -> tuple[dict[tuple[str, int], list[str]], list[str]]:
    """Return ({(document id, component): its lines}, problems)."""
    decided: dict[tuple[str, int], list[str]] = {}
    problems: list[str] = []
    name = ""
    for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.split("//")[0].strip()
        if line.startswith("## "):
            name = line[3:].split(" (")[0].strip()
        elif line:
            number, _, what = line.partition(" ")
            if not number.isdigit() or not (what.strip() in ("A", "B", "-") or parse_chain(what)):
                problems.append(f"line {row}: not a decision: {line[:60]}")
                continue
            decided.setdefault((name, int(number)), []).append(what.strip())
    return decided, problems


def scores(documents: Sequence[Document], sides: Sequence[dict[str, list[Chain]]]) -> dict[str, dict[str, float]]:
    """Return the agreement in percent, by genre and in all: words, F1 of mentions and MUC, and the CoNLL average."""
    key, response = ([annotated(one, side[one.name], one.genre) for one in documents] for side in sides)
    score = corefpipe.score(key, response, metrics=["mentions", "conll"])
    words: dict[str, int] = {"all": sum(map(len, documents))}
    for document in documents:
        words[document.genre] = words.get(document.genre, 0) + len(document)
    return {
        name: {"words": words[name]}
        | {metric: round(100 * one[metric].f1, 2) for metric in ("mentions", "muc")}
        | {"conll": round(100 * one.conll, 2)}
        for name, one in (score.by("genre") | {"all": score}).items()
    }


def read_side(paths: Sequence[Path]) -> dict[str, list[Chain]]:
    """Return {document id: its chains} of files of chains.

    Raises:
        SystemExit: a file has lines that are no chains.
    """
    side: dict[str, list[Chain]] = {}
    for path in paths:
        chains, problems = read_chains(path)
        if problems:
            sys.exit(f"{path}: " + "\n".join(problems))
        side |= {name: [frozenset(chain) for chain in found] for name, found in chains.items()}
    return side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["differences", "final", "scores"])
    parser.add_argument("corpus", type=Path, nargs="+", help="files with the documents")
    parser.add_argument("--chains", type=Path, nargs=2, default=[], help="two annotations, a file each")
    parser.add_argument("--first", type=Path, nargs="*", default=[], help="files of the first annotation")
    parser.add_argument("--second", type=Path, nargs="*", default=[], help="files of the second")
    parser.add_argument("--documents", help="ordinals of the documents, from 1: 3-8")
    parser.add_argument("--decisions", type=Path, help="final: file of decisions")
    parser.add_argument("-o", "--out", type=Path, help="final: file for the chains")
    args = parser.parse_args()
    sides = [read_side([*args.chains[:1], *args.first]), read_side([*args.chains[1:], *args.second])]
    documents = [one for one in chosen(args.corpus, args.documents) if all(one.name in side for side in sides)]
    if args.command == "differences":
        differences(documents, sides)
    elif args.command == "final":
        if args.decisions is None or args.out is None:
            parser.error("final needs --decisions and --out")
        lines, problems = final(documents, sides, args.decisions)
        args.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{len(problems)} problems", *problems, sep="\n")
        sys.exit(1 if problems else 0)
    else:
        for name, row in scores(documents, sides).items():
            print(f"{name}: " + ", ".join(f"{metric} {value}" for metric, value in row.items()))


if __name__ == "__main__":
    main()
