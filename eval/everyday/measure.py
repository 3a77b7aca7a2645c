"""How often are models right on sixty everyday texts that they were not made with?

    python eval/everyday/measure.py en en_research build/en_large
    python eval/everyday/measure.py en --wrong

`texts.jsonl` has the texts with decisions: whether two stretches of characters mean the same. `--wrong` prints those
that went wrong.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

import corefpipe

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Decision:
    """Whether two stretches of a text mean the same.

    Attributes:
        name: of the text.
        kind: what decides: "sense" where grammar, gender and number do not, "noun" for a noun for a name or another
            noun, "plural", "speaker" for first and second persons, "easy"; "apart" for two that are not the same.
        same: whether they mean the same.
        anaphor, antecedent: first character, and the character after the last.
    """

    name: str
    kind: str
    same: bool
    anaphor: tuple[int, int]
    antecedent: tuple[int, int]


def read_texts(file: Path) -> dict[str, tuple[str, list[Decision]]]:
    """The texts and their decisions by name."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        decisions = [
            Decision(row["name"], one["kind"], one["same"], tuple(one["anaphor"]), tuple(one["antecedent"]))
            for one in row["decisions"]
        ]
        found[row["name"]] = row["text"], decisions
    return found


def chain_at(doc: Doc, place: tuple[int, int]) -> int | None:
    """Number of the chain of the mention at a place; None if there is none.

    The mention has the same words, or begins there and has its head inside ("the man you sent" for "the man").
    """
    near = None
    for number, chain in enumerate(doc._.coref.chains):
        for mention in chain:
            span = doc[mention.start : mention.end]
            if (span.start_char, span.end_char) == place:
                return number
            if span.start_char == place[0] and place[0] <= span.root.idx < place[1]:
                near = number
    return near


def judged(nlp: Language, texts: dict[str, tuple[str, list[Decision]]]) -> Iterator[tuple[Decision, bool]]:
    """Each decision with whether a pipeline is right."""
    for text, decisions in texts.values():
        doc = nlp(text)
        for decision in decisions:
            anaphor, antecedent = (chain_at(doc, place) for place in (decision.anaphor, decision.antecedent))
            same = anaphor is not None and anaphor == antecedent
            yield decision, same == decision.same


def table(found: list[tuple[Decision, bool]]) -> dict[str, str]:
    """Right decisions of all, by kind, and texts of which all are right."""
    every = Counter(decision.kind for decision, _ in found)
    right = Counter(decision.kind for decision, is_right in found if is_right)
    wrong = {decision.name for decision, is_right in found if not is_right}
    names = {decision.name for decision, _ in found}
    rows = {"all": f"{sum(right.values())}/{sum(every.values())}"}
    rows |= {kind: f"{right[kind]}/{every[kind]}" for kind in sorted(every)}
    return rows | {"whole texts": f"{len(names - wrong)}/{len(names)}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", help="names or folders")
    parser.add_argument("--wrong", action="store_true", help="print what went wrong")
    args = parser.parse_args()
    texts = read_texts(HERE / "texts.jsonl")
    for model in args.models:
        found = list(judged(corefpipe.load(model), texts))
        if args.wrong:
            for one, is_right in found:
                if not is_right:
                    text = texts[one.name][0]
                    anaphor, antecedent = text[slice(*one.anaphor)], text[slice(*one.antecedent)]
                    print(f"{one.name} {one.kind}: {anaphor!r} {'is' if one.same else 'is not'} {antecedent!r}")
        print(model, table(found), flush=True)


if __name__ == "__main__":
    main()
