"""Check, blind and build twins: pairs of short texts in which a word or two changes what an anaphor means.

    python eval/today/twins.py check twins.txt                        what is wrong, and what there is too much of
    python eval/today/twins.py blind twins.txt --half 1               the texts without their answers, in random order
    python eval/today/twins.py agree twins.txt --answers 1.txt 2.txt  how many were solved as meant; which were not
    python eval/today/twins.py build twins.txt --answers 1.txt 2.txt -o corpora/twins

A line of `twins.txt` is a pair's number and a text: `17 [*The mechanic] lent [the cyclist] a pump because {he} had
two.`: candidates in brackets, a star before the right one, the anaphor in braces. Both texts of a pair follow one
another. Pairs of pronouns have two or three candidates, and a right one in both texts; pairs of nouns (`--nouns`) have
one to three, and no star where the noun means none of them: `4 [Nora Bell] opened the meeting. {The mayor} had …`.
A line of answers is a text's blind id and the ordinal of a candidate, `17x 1`, 0 for none, or `17x ?`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

PLANS = Path(__file__).with_name("plans.toml")
MOST_CHANGED = 5
"""Words of a text that its twin may not share."""
MOST_CANDIDATES = 3
Span = tuple[int, int]
_LINE = re.compile(r"(\d+) (.+)")
_MARK = re.compile(r"\[(\*?)([^][{}]+)\]|\{([^][{}]+)\}")
_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


@dataclass(frozen=True)
class Twin:
    """One text of a pair.

    Attributes:
        number: of its pair.
        second: whether it is the second text of its pair.
        text: without marks.
        anaphor: its characters (start, end).
        candidates: their characters.
        right: index of the one that the anaphor means, -1 for none.
    """

    number: int
    second: bool
    text: str
    anaphor: Span
    candidates: tuple[Span, ...]
    right: int

    @property
    def id(self) -> str:
        """Its pair's number with `a` if it is the first of the pair, else `b`."""
        return f"{self.number}{'ab'[self.second]}"

    def record(self, nouns: bool = False) -> dict[str, object]:
        """Return it as a record of JSON lines, as the format `winograd` has them: offsets in characters."""
        kind, name = ("noun", "anaphor") if nouns else ("twin", "pronoun")
        candidates = [[*span, k == self.right] for k, span in enumerate(self.candidates)]
        found = {"id": f"{kind}-{self.id}", "text": self.text, name: [*self.anaphor], "candidates": candidates}
        return found if self.right >= 0 else found | {"none": True}

    def question(self) -> str:
        """Return the text with its anaphor and its candidates marked, without the answer."""
        marks = [(*span, f"[{k}: ", "]") for k, span in enumerate(self.candidates, 1)] + [(*self.anaphor, "{", "}")]
        text = self.text
        for start, end, opening, closing in sorted(marks, reverse=True):
            text = f"{text[:start]}{opening}{text[start:end]}{closing}{text[end:]}"
        return f"{self.id_blind} {text}"

    @property
    def id_blind(self) -> str:
        """An id that does not tell the answer: the pair's number and a letter by lot."""
        swapped = random.Random(f"lot {self.number}").random() < 0.5
        return f"{self.number}{'xy'[self.second ^ swapped]}"


def parse(number: int, marked: str, second: bool, nouns: bool = False) -> Twin:
    """Parse the marked text of a pair, of pronouns or of nouns.

    Raises:
        ValueError: it does not have as many candidates as there may be, one of them right, and one anaphor.
    """
    text, end = "", 0
    spans: list[Span] = []
    stars: list[bool] = []
    anaphors: list[Span] = []
    for match in _MARK.finditer(marked):
        text += marked[end : match.start()]
        words = match[2] or match[3]
        span = (len(text), len(text) + len(words))
        if match[3]:
            anaphors.append(span)
        else:
            spans.append(span)
            stars.append(bool(match[1]))
        text, end = text + words, match.end()
    text += marked[end:]
    fewest, starred = (1, (0, 1)) if nouns else (2, (1,))
    if not fewest <= len(spans) <= MOST_CANDIDATES or sum(stars) not in starred or len(anaphors) != 1:
        raise ValueError(
            f"a text has {fewest} to {MOST_CANDIDATES} candidates in brackets, one with a star"
            f"{' or none' if nouns else ''}, and one anaphor in braces"
        )
    if set(text) & set("[]{}*"):
        raise ValueError("a mark is not closed, or marks are nested")
    return Twin(number, second, text, anaphors[0], tuple(spans), stars.index(True) if any(stars) else -1)


def read(paths: Iterable[Path], nouns: bool = False) -> tuple[dict[int, list[Twin]], list[str]]:
    """Return ({number: its pair}, problems) of marked files of pronouns, or of nouns."""
    pairs: dict[int, list[Twin]] = {}
    problems = []
    for path in paths:
        for row, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                match = _LINE.fullmatch(line.strip())
                if match is None:
                    raise ValueError("a line is a number, a space and a text")
                number = int(match[1])
                twin = parse(number, match[2], number in pairs, nouns)
                pairs.setdefault(number, []).append(twin)
            except ValueError as error:
                problems.append(f"{path.name}:{row}: {error}: {line[:70]}")
    return pairs, problems


def changed(pair: Sequence[Twin]) -> int:
    """Return how many words of the longer text of a pair its twin does not share."""
    words = [_WORD.findall(twin.text.lower()) for twin in pair]
    same = sum(block.size for block in SequenceMatcher(None, *words, autojunk=False).get_matching_blocks())
    return max(map(len, words)) - same


def wrong(pair: Sequence[Twin]) -> list[str]:
    """Return what is wrong with a pair."""
    number = pair[0].number
    if len(pair) != 2:
        return [f"{number}: {len(pair)} texts instead of two"]
    found = []
    if pair[0].right == pair[1].right:
        found.append(f"{number}: the same candidate is right in both texts")
    anaphors = {twin.text[slice(*twin.anaphor)].lower() for twin in pair}
    candidates = {tuple(twin.text[slice(*span)].lower() for span in twin.candidates) for twin in pair}
    if len(anaphors) != 1 or len(candidates) != 1:
        found.append(f"{number}: anaphor or candidates differ: {sorted(anaphors)}, {sorted(candidates)}")
    if not 1 <= changed(pair) <= MOST_CHANGED:
        found.append(f"{number}: {changed(pair)} words differ, 1 to {MOST_CHANGED} may")
    return found


def too_much(pairs: Iterable[Sequence[Twin]]) -> list[str]:
    """Return what there is too much of: beginnings of four words in more than two pairs, places of the right one."""
    every = list(pairs)
    opening = Counter(" ".join(_WORD.findall(pair[0].text.lower())[:4]) for pair in every)
    found = [f"{count} pairs begin with {words!r}" for words, count in opening.most_common(20) if count > 2]
    right = Counter(twin.right + 1 for pair in every for twin in pair)
    share = ", ".join(f"{place}: {count / right.total():.0%}" for place, count in sorted(right.items()))
    return [*found, f"place of the right candidate (0: none) {share}"]


def answers(paths: Iterable[Path]) -> dict[str, str]:
    """Return {blind id: `0`, `1`, `2`, `3` or `?`} of files of answers."""
    return dict(line.split()[:2] for path in paths for line in path.read_text().splitlines() if line.strip())


def unsolved(pairs: dict[int, list[Twin]], solved: dict[str, str]) -> list[Twin]:
    """Return the texts that were not solved as meant.

    Raises:
        SystemExit: a text has no answer.
    """
    twins = [twin for pair in pairs.values() for twin in pair]
    missing = [twin.id_blind for twin in twins if twin.id_blind not in solved]
    if missing:
        sys.exit(f"no answers to {len(missing)} texts, the first {missing[:5]}")
    return [twin for twin in twins if solved[twin.id_blind] != str(twin.right + 1)]


def build(pairs: dict[int, list[Twin]], out: Path, nouns: bool = False) -> dict[str, int]:
    """Write a file of JSON lines for each split, as the plans say; return the number of pairs of each."""
    splits = tomllib.loads(PLANS.read_text(encoding="utf-8"))["twins"]["split"]
    out.mkdir(parents=True, exist_ok=True)
    count = Counter(splits[(number - 1) % len(splits)] for number in pairs)
    for split in sorted(set(splits)):
        chosen = [pairs[number] for number in sorted(pairs) if splits[(number - 1) % len(splits)] == split]
        lines = [json.dumps(twin.record(nouns), ensure_ascii=False) + "\n" for pair in chosen for twin in pair]
        (out / f"{'nouns-' if nouns else ''}{split}.jsonl").write_text("".join(lines), encoding="utf-8")
    return dict(count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["check", "blind", "agree", "build"])
    parser.add_argument("twins", type=Path, nargs="+", help="files of marked texts")
    parser.add_argument("--nouns", action="store_true", help="pairs of nouns, which may mean none of the candidates")
    parser.add_argument("--half", type=int, choices=[1, 2], help="blind: which text of each pair")
    parser.add_argument("--numbers", default="1-1000000", help="blind: pairs, 1-400")
    parser.add_argument("--answers", type=Path, nargs="*", default=[], help="files of answers")
    parser.add_argument("-o", "--out", type=Path, help="folder for JSON lines")
    args = parser.parse_args()
    pairs, problems = read(args.twins, args.nouns)
    problems += [problem for pair in pairs.values() for problem in wrong(pair)]
    if args.command == "check":
        print(f"{len(pairs)} pairs", *problems, *too_much(pairs.values()), sep="\n")
    elif problems:
        sys.exit("\n".join(problems))
    elif args.command == "blind":
        if args.half is None:
            parser.error("blind needs --half 1 or --half 2")
        first, last = map(int, args.numbers.split("-"))
        half = [
            twin
            for pair in pairs.values()
            for twin in pair
            if first <= twin.number <= last and twin.id_blind.endswith("xy"[args.half - 1])
        ]
        random.Random("order").shuffle(half)
        print(*(twin.question() for twin in half), sep="\n")
    else:
        missed = unsolved(pairs, answers(args.answers))
        total = 2 * len(pairs)
        print(f"{total - len(missed)} of {total} texts solved as meant: {1 - len(missed) / total:.1%}")
        print(*(f"{twin.id_blind} meant {twin.right + 1}: {twin.question()}" for twin in missed), sep="\n")
        if args.command == "build":
            dropped = {twin.number for twin in missed}
            print(
                build({number: pair for number, pair in pairs.items() if number not in dropped}, args.out, args.nouns)
            )


if __name__ == "__main__":
    main()
