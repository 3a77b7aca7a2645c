"""Check, blind and build twins: pairs of short texts in which a word or two changes what a pronoun means.

    python eval/today/twins.py check twins.txt                        what is wrong, and what there is too much of
    python eval/today/twins.py blind twins.txt --half 1               the texts without their answers, in random order
    python eval/today/twins.py agree twins.txt --answers 1.txt 2.txt  how many were solved as meant; which were not
    python eval/today/twins.py build twins.txt --answers 1.txt 2.txt -o corpora/twins

A line of `twins.txt` is a pair's number and a text: `17 [*The mechanic] lent [the cyclist] a pump because {he} had
two.`: two candidates in brackets, a star before the right one, the pronoun in braces. Both texts of a pair follow one
another, the one whose first candidate is right first. A line of answers is a text's blind id and the ordinal of a
candidate, `17x 1`, or `17x ?`.
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
_LINE = re.compile(r"(\d+) (.+)")
_MARK = re.compile(r"\[(\*?)([^][{}]+)\]|\{([^][{}]+)\}")
_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


@dataclass(frozen=True)
class Twin:
    """One text of a pair.

    Attributes:
        number: of its pair.
        text: without marks.
        pronoun: its characters (start, end).
        candidates: their characters.
        right: index of the one that the pronoun means.
    """

    number: int
    text: str
    pronoun: tuple[int, int]
    candidates: tuple[tuple[int, int], tuple[int, int]]
    right: int

    @property
    def id(self) -> str:
        """Its pair's number with `a` if its first candidate is right, else `b`."""
        return f"{self.number}{'ab'[self.right]}"

    def record(self) -> dict[str, object]:
        """Return it as a record of JSON lines, as the format `winograd` has them: offsets in characters."""
        candidates = [[*span, k == self.right] for k, span in enumerate(self.candidates)]
        return {"id": f"twin-{self.id}", "text": self.text, "pronoun": [*self.pronoun], "candidates": candidates}

    def question(self) -> str:
        """Return the text with its pronoun and its candidates marked, without the answer."""
        marks = [(*span, f"[{k}: ", "]") for k, span in enumerate(self.candidates, 1)] + [(*self.pronoun, "{", "}")]
        text = self.text
        for start, end, opening, closing in sorted(marks, reverse=True):
            text = f"{text[:start]}{opening}{text[start:end]}{closing}{text[end:]}"
        return f"{self.id_blind} {text}"

    @property
    def id_blind(self) -> str:
        """An id that does not tell the answer: the pair's number and a letter by lot."""
        swapped = random.Random(f"lot {self.number}").random() < 0.5
        return f"{self.number}{'xy'[self.right ^ swapped]}"


def parse(number: int, marked: str) -> Twin:
    """Parse the marked text of a pair.

    Raises:
        ValueError: it does not have two candidates, one of them right, and one pronoun.
    """
    text, end = "", 0
    spans: list[tuple[int, int]] = []
    stars: list[bool] = []
    pronouns: list[tuple[int, int]] = []
    for match in _MARK.finditer(marked):
        text += marked[end : match.start()]
        words = match[2] or match[3]
        span = (len(text), len(text) + len(words))
        if match[3]:
            pronouns.append(span)
        else:
            spans.append(span)
            stars.append(bool(match[1]))
        text, end = text + words, match.end()
    text += marked[end:]
    if len(spans) != 2 or sum(stars) != 1 or len(pronouns) != 1:
        raise ValueError("a text has two candidates in brackets, one with a star, and one pronoun in braces")
    if set(text) & set("[]{}*"):
        raise ValueError("a mark is not closed, or marks are nested")
    return Twin(number, text, pronouns[0], (spans[0], spans[1]), stars.index(True))


def read(paths: Iterable[Path]) -> tuple[dict[int, list[Twin]], list[str]]:
    """Return ({number: its pair}, problems) of marked files."""
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
                pairs.setdefault(int(match[1]), []).append(parse(int(match[1]), match[2]))
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
    if [twin.right for twin in pair] != [0, 1]:
        found.append(f"{number}: the first candidate is right in the first text, the second in the second")
    pronouns = {twin.text[slice(*twin.pronoun)].lower() for twin in pair}
    candidates = {tuple(twin.text[slice(*span)].lower() for span in twin.candidates) for twin in pair}
    if len(pronouns) != 1 or len(candidates) != 1:
        found.append(f"{number}: pronoun or candidates differ: {sorted(pronouns)}, {sorted(candidates)}")
    if not 1 <= changed(pair) <= MOST_CHANGED:
        found.append(f"{number}: {changed(pair)} words differ, 1 to {MOST_CHANGED} may")
    return found


def frames(pairs: Iterable[Sequence[Twin]]) -> list[str]:
    """Return the first four words that more than two pairs share."""
    opening = Counter(" ".join(_WORD.findall(pair[0].text.lower())[:4]) for pair in pairs)
    return [f"{count} pairs begin with {words!r}" for words, count in opening.most_common(20) if count > 2]


def answers(paths: Iterable[Path]) -> dict[str, str]:
    """Return {blind id: `1`, `2` or `?`} of files of answers."""
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


def build(pairs: dict[int, list[Twin]], out: Path) -> dict[str, int]:
    """Write `train.jsonl`, `dev.jsonl` and `test.jsonl`, split as the plans say; return the number of pairs of each."""
    splits = tomllib.loads(PLANS.read_text(encoding="utf-8"))["twins"]["split"]
    out.mkdir(parents=True, exist_ok=True)
    count = Counter(splits[(number - 1) % len(splits)] for number in pairs)
    for split in sorted(set(splits)):
        chosen = [pairs[number] for number in sorted(pairs) if splits[(number - 1) % len(splits)] == split]
        lines = [json.dumps(twin.record(), ensure_ascii=False) + "\n" for pair in chosen for twin in pair]
        (out / f"{split}.jsonl").write_text("".join(lines), encoding="utf-8")
    return dict(count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=["check", "blind", "agree", "build"])
    parser.add_argument("twins", type=Path, nargs="+", help="files of marked texts")
    parser.add_argument("--half", type=int, choices=[1, 2], help="blind: which text of each pair")
    parser.add_argument("--numbers", default="1-1000000", help="blind: pairs, 1-400")
    parser.add_argument("--answers", type=Path, nargs="*", default=[], help="files of answers")
    parser.add_argument("-o", "--out", type=Path, help="folder for JSON lines")
    args = parser.parse_args()
    pairs, problems = read(args.twins)
    problems += [problem for pair in pairs.values() for problem in wrong(pair)]
    if args.command == "check":
        print(f"{len(pairs)} pairs", *problems, *frames(pairs.values()), sep="\n")
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
            print(build({number: pair for number, pair in pairs.items() if number not in dropped}, args.out))


if __name__ == "__main__":
    main()
