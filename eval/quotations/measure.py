"""Learn who says quotations and to whom, and measure how often that is right.

    OMP_NUM_THREADS=1 python eval/quotations/measure.py --corpora ../shared/corpora --out corefpipe/quotations

Learns from LitBank's training part, each document with its paragraphs and without, and from the training texts of
corpora/today, where the chains of "I" and "you" say who speaks to whom; with mentions as `en` detects them. Measures
five folds of LitBank's training part, and the development parts. Writes result.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "resolver"))

import today  # noqa: E402
from litbank import (  # noqa: E402
    Quoted,
    Span,
    addressees_of,
    chained,
    is_mention,
    quoted,
    speakers_of,
    to_nobody,
    told_to,
)
from spacy.tokens import Doc  # noqa: E402

from corefpipe.parsing.annotate import annotate  # noqa: E402
from corefpipe.parsing.pipelines import load_base  # noqa: E402
from corefpipe.quotations.addressees import AddresseeModel, addressee_examples  # noqa: E402
from corefpipe.quotations.candidates import Person, Scene  # noqa: E402
from corefpipe.quotations.choosing import Attribution, IsRight  # noqa: E402
from corefpipe.quotations.log_linear import Example, LogLinear  # noqa: E402
from corefpipe.quotations.speakers import SpeakerModel, speaker_examples  # noqa: E402
from corefpipe.quotations.voices import LEAST, LEAST_ADDRESSEE, best_by_turn, people_of_turns  # noqa: E402
from corefpipe.resolver.loading import load_resolver  # noqa: E402

FOLDS = 5
CERTAIN = 0.9
COUNTS = ("all", "found", "right", "given", "given and right", "certain", "certain and right", "nobody", "nobody given")
KINDS = ("speakers", "addressees")
Text = tuple[Quoted, Scene]
Models = tuple[SpeakerModel, AddresseeModel]
Figures = dict[str, dict[str, float]]


def parsed(texts: Iterable[Quoted]) -> list[tuple[Quoted, Doc]]:
    """Texts, parsed."""
    listed = list(texts)
    docs = annotate([text.document for text in listed], load_base("en"))
    return [(text, doc) for text, (doc, _) in zip(listed, docs, strict=True)]


def scenes(texts: Iterable[tuple[Quoted, Doc]], paragraphs: bool = True) -> list[Text]:
    """Texts with their scenes, in which the paragraphs of the documents are known or not."""
    resolver = load_resolver("en")
    found = []
    for text, doc in texts:
        doc._.paragraph_starts = text.document.paragraph_starts if paragraphs else None
        found.append((text, Scene(resolver.table(doc))))
    return found


def speakers_learned(texts: Sequence[Text]) -> SpeakerModel:
    """The model of speakers, learned from texts."""
    examples: list[Example] = []
    for text, scene in texts:
        examples += speaker_examples(scene, is_one_of(speakers_of(text, scene.table), scene))
    return SpeakerModel(LogLinear.learn(examples))


def addressees_learned(texts: Sequence[Text], speaks: SpeakerModel) -> AddresseeModel:
    """The model of addressees, learned from texts, with the speakers that the other model finds.

    The key has those whom the chains of "you" show, nobody where "you" alone is in its chain, and those named beside a
    verb of saying. Nobody in reports (see `to_nobody`) is measured, not learned: with them, short dialogues had none.
    """
    examples: list[Example] = []
    for text, scene in texts:
        speakers = people_of_turns(scene, best_by_turn(scene, speaks.attribute(scene)))
        known = told_to(scene) | addressees_of(text, scene.table)
        examples += addressee_examples(scene, speakers, is_one_of(known, scene))
    return AddresseeModel(LogLinear.learn(examples))


def is_one_of(known: dict[int, list[Span]], scene: Scene) -> IsRight:
    """Whether a person of a scene is a mention of the right one, by the number of the quotation; None is nobody."""

    def is_right(number: int, person: Person | None) -> bool:
        spans = known.get(number)
        if spans is None or person is None:
            return spans == []
        return is_mention(spans, person, scene.parse)

    return is_right


def learned(texts: Sequence[Text]) -> Models:
    """Both models, learned from texts."""
    speaks = speakers_learned(texts)
    return speaks, addressees_learned(texts, speaks)


def counted(models: Models, texts: Sequence[Text], show: bool = False) -> Figures:
    """Counts of the speakers and of the addressees (see the README)."""
    speaks, hears = models
    figures = {kind: dict[str, float].fromkeys((*COUNTS, "expected"), 0) for kind in KINDS}
    for text, scene in texts:
        spans = speakers_of(text, scene.table)
        figures["speakers"]["all"] += len(text.quotations) or len(spans)
        found = speaks.attribute(scene)
        count(scene, found, spans, figures["speakers"], show)
        spans = to_nobody(text, scene.table) | addressees_of(text, scene.table)
        figures["addressees"]["all"] += sum(map(bool, spans.values()))
        heard = hears.attribute(scene, people_of_turns(scene, best_by_turn(scene, found)))
        count(scene, heard, spans, figures["addressees"], False, LEAST_ADDRESSEE)
    return figures


def count(
    scene: Scene,
    found: Sequence[Attribution],
    key: dict[int, list[Span]],
    counts: dict[str, float],
    show: bool,
    least: float = LEAST,
) -> None:
    """Add the counts of a text, whose key has the mentions of the right person for each quotation, none of nobody."""
    people = {one.row: one for own in scene.everybody.values() for one in own}
    turns, by_turn = scene.table.quotes.turn, best_by_turn(scene, found, least)
    for one in found:
        if one.number not in key:
            continue
        given = by_turn.get(turns[one.number])
        if not key[one.number]:
            counts["nobody"] += 1
            counts["nobody given"] += given is not None
            continue
        right = one.row >= 0 and is_mention(key[one.number], people[one.row], scene.parse)
        counts["found"] += 1
        counts["right"] += right
        if show and not right:
            print_error(scene, one.number, people.get(one.row))
        if given is not None:
            right = is_mention(key[one.number], people[given.row], scene.parse)
            counts["given"] += 1
            counts["given and right"] += right
            counts["expected"] += given.probability
            counts["certain"] += given.probability >= CERTAIN
            counts["certain and right"] += right and given.probability >= CERTAIN


def print_error(scene: Scene, number: int, person: Person | None) -> None:
    """Print a wrong speaker with the text around the quotation."""
    words, (first, last) = scene.parse.words, scene.table.quotes.ends()[number]
    context = " ".join(words[max(0, first - 25) : last + 25])
    print(f"{context[:400]}\n   chosen {'nobody' if person is None else ' '.join(words[person.start : person.end])!r}")


def in_folds(train: Sequence[Text], flat: Sequence[Text], others: Sequence[Text]) -> tuple[Figures, Figures]:
    """Counts of the training texts with and without paragraphs, by models that have not seen them."""
    found: list[tuple[Figures, Figures]] = []
    for fold in range(FOLDS):
        kept = [[text for place, text in enumerate(texts) if place % FOLDS != fold] for texts in (train, flat)]
        models = learned([*kept[0], *others, *kept[1]])
        found.append((counted(models, train[fold::FOLDS]), counted(models, flat[fold::FOLDS])))
    return summed([own for own, _ in found]), summed([own for _, own in found])


def summed(figures: Sequence[Figures]) -> Figures:
    """The sums of counts."""
    return {kind: {name: sum(one[kind][name] for one in figures) for name in figures[0][kind]} for kind in KINDS}


def main() -> None:
    """Learn, measure, print, write result.json and the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--out", type=Path, help="folder for the weights")
    parser.add_argument("--show", action="store_true", help="print the errors on the development part")
    args = parser.parse_args()
    litbank = {part: parsed(quoted(args.corpora, part)) for part in ("train", "dev")}
    train, flat = (scenes(litbank["train"], paragraphs) for paragraphs in (True, False))
    others = scenes(parsed(chained(today.written("train"))))
    models = learned([*train, *others, *flat])
    if args.out:
        for kind, one in zip(KINDS, models, strict=True):
            one.model.to_disk(args.out / f"en.{kind}.json")
    folds, flat_folds = in_folds(train, flat, others)
    measured = {
        "LitBank train, five folds": folds,
        "LitBank train, five folds, without paragraphs": flat_folds,
        "LitBank dev": counted(models, scenes(litbank["dev"]), args.show),
        "LitBank dev, without paragraphs": counted(models, scenes(litbank["dev"], paragraphs=False)),
        "written texts, dev": counted(models, scenes(parsed(chained(today.written("dev"))))),
    }
    result = {kind: {part: rounded(figures[kind]) for part, figures in measured.items()} for kind in KINDS}
    print(json.dumps(result, indent=2))
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def rounded(counts: dict[str, float]) -> dict[str, float]:
    """Counts as whole numbers, the expected ones with one digit."""
    return {name: round(value, 1) if name == "expected" else int(value) for name, value in counts.items()}


if __name__ == "__main__":
    main()
