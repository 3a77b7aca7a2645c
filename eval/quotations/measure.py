"""Learn who says the quotations of LitBank, and measure how often that is right.

    OMP_NUM_THREADS=1 python eval/quotations/measure.py --corpora ../shared/corpora --out corefpipe/quotations/en.json

Learns from LitBank's training part, with mentions as `en` detects them; measures five folds of it, and the development
part. Writes result.json beside this file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from litbank import Quoted, is_mention_of, numbers_of, quoted

from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.quotations.attributed import attributed
from corefpipe.quotations.candidates import Person, Scene
from corefpipe.quotations.model import IsSpeaker, SpeakerModel, learn
from corefpipe.resolver.loading import load_resolver

HERE = Path(__file__).resolve().parent
FOLDS = 5
CERTAIN = 0.9
COUNTS = ("all", "found", "right", "given", "given and right", "certain", "certain and right")
Text = tuple[Quoted, Scene]


def scenes(corpora: Path, part: str) -> list[Text]:
    """The documents of a part with their scenes."""
    resolver, nlp = load_resolver("en"), load_base("en")
    texts = list(quoted(corpora, part))
    found = []
    for text, (doc, _) in zip(texts, annotate([text.document for text in texts], nlp), strict=True):
        doc._.paragraph_starts = text.document.paragraph_starts
        found.append((text, Scene(resolver.table(doc))))
    return found


def with_speakers(texts: Sequence[Text]) -> list[tuple[Scene, IsSpeaker]]:
    """The scenes, and who is the speaker of each quotation."""

    def is_speaker(text: Quoted, known: dict[int, str | None], number: int, person: Person) -> bool:
        return is_mention_of(text, known.get(number), person)

    return [(scene, partial(is_speaker, text, numbers_of(text, scene.table))) for text, scene in texts]


def counted(model: SpeakerModel, texts: Sequence[Text], show: bool = False) -> dict[str, float]:
    """Counts of quotations (see the README), and the sum of the probabilities of the speakers that are given."""
    counts = dict[str, float].fromkeys((*COUNTS, "expected"), 0)
    for text, scene in texts:
        counts["all"] += len(text.quotations)
        known, people = numbers_of(text, scene.table), {one.row: one for one in scene.people}

        def is_right(number: int, row: int, text=text, known=known, people=people) -> bool:
            return row >= 0 and is_mention_of(text, known[number], people[row])

        for best, found in zip(model.attribute(scene), attributed(scene, model), strict=True):
            if best.number not in known:
                continue
            right = is_right(best.number, best.row)
            counts["found"] += 1
            counts["right"] += right
            if show and not right:
                print_error(text, scene, best.number, people[best.row], known[best.number])
            right = is_right(best.number, found.row)
            counts["given"] += found.row >= 0
            counts["given and right"] += right
            counts["expected"] += found.probability
            counts["certain"] += found.probability >= CERTAIN
            counts["certain and right"] += right and found.probability >= CERTAIN
    return counts


def print_error(text: Quoted, scene: Scene, number: int, person: Person, speaker: str | None) -> None:
    """Print a wrong speaker with the text around the quotation."""
    words, (first, last) = scene.parse.words, scene.table.quotes.ends()[number]
    context = " ".join(words[max(0, first - 25) : last + 25])
    chosen = " ".join(words[person.start : person.end])
    print(f"{text.document.name}: {context[:400]}\n   chosen {chosen!r}, right {speaker}")


def main() -> None:
    """Learn, measure, print, write result.json and the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--out", type=Path, help="file for the weights")
    parser.add_argument("--show", action="store_true", help="print the errors on the development part")
    args = parser.parse_args()
    train, dev = scenes(args.corpora, "train"), scenes(args.corpora, "dev")
    folds = dict[str, float]()
    for fold in range(FOLDS):
        model = learn(with_speakers([text for n, text in enumerate(train) if n % FOLDS != fold]))
        for name, count in counted(model, train[fold::FOLDS]).items():
            folds[name] = folds.get(name, 0) + count
    model = learn(with_speakers(train))
    if args.out:
        model.to_disk(args.out)
    result: dict[str, dict[str, float]] = {
        "LitBank train, five folds": folds,
        "LitBank dev": counted(model, dev, args.show),
    }
    for counts in result.values():
        counts["expected"] = round(counts["expected"], 1)
    print(json.dumps(result, indent=2))
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
