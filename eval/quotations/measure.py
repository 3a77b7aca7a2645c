"""Learn who says the quotations of LitBank and to whom, and measure how often that is right.

    OMP_NUM_THREADS=1 python eval/quotations/measure.py --corpora ../shared/corpora --out corefpipe/quotations

Learns from LitBank's training part, with mentions as `en` detects them; measures five folds of it, and the development
part. Writes result.json beside this file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from litbank import Quoted, Span, addressees_of, is_mention, quoted, speakers_of

from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.quotations.addressees import AddresseeModel, addressee_examples
from corefpipe.quotations.candidates import Person, Scene
from corefpipe.quotations.log_linear import Example, LogLinear
from corefpipe.quotations.speakers import Attribution, IsSpeaker, SpeakerModel, speaker_examples
from corefpipe.quotations.voices import best_by_turn, people_of
from corefpipe.resolver.loading import load_resolver

HERE = Path(__file__).resolve().parent
FOLDS = 5
CERTAIN = 0.9
COUNTS = ("all", "found", "right", "given", "given and right", "certain", "certain and right")
Text = tuple[Quoted, Scene]
Figures = dict[str, dict[str, float]]


def scenes(corpora: Path, part: str) -> list[Text]:
    """The documents of a part with their scenes."""
    resolver, nlp = load_resolver("en"), load_base("en")
    texts = list(quoted(corpora, part))
    found = []
    for text, (doc, _) in zip(texts, annotate([text.document for text in texts], nlp), strict=True):
        doc._.paragraph_starts = text.document.paragraph_starts
        found.append((text, Scene(resolver.table(doc))))
    return found


def speakers_learned(texts: Sequence[Text]) -> SpeakerModel:
    """The model of speakers, learned from texts."""
    examples: list[Example] = []
    for text, scene in texts:
        known = speakers_of(text, scene.table)

        def is_right(number: int, person: Person, known=known) -> bool:
            return is_mention(known.get(number, ()), person)

        examples += speaker_examples(scene, is_right)
    return SpeakerModel(LogLinear.learn(examples))


def addressees_learned(texts: Sequence[Text], speaks: SpeakerModel) -> AddresseeModel:
    """The model of addressees, learned from texts, with the speakers that the other model finds."""
    examples: list[Example] = []
    for text, scene in texts:
        known = addressees_of(text, scene.table)
        speakers = people_of(speaks.attribute(scene), {one.row: one for one in scene.people})

        def is_right(number: int, person: Person, known=known) -> bool:
            return is_mention(known.get(number, ()), person)

        examples += addressee_examples(scene, speakers, is_right)
    return AddresseeModel(LogLinear.learn(examples))


def counted(speaks: SpeakerModel, hears: AddresseeModel, texts: Sequence[Text], show: bool = False) -> Figures:
    """Counts of the speakers and of the addressees (see the README)."""
    figures = {kind: dict[str, float].fromkeys((*COUNTS, "expected"), 0) for kind in ("speakers", "addressees")}
    for text, scene in texts:
        spans = speakers_of(text, scene.table)
        figures["speakers"]["all"] += len(text.quotations) or len(spans)
        found = speaks.attribute(scene)
        count(scene, found, spans, figures["speakers"], show)
        spans = addressees_of(text, scene.table)
        figures["addressees"]["all"] += len(spans)
        people = {one.row: one for one in scene.people}
        heard = hears.attribute(scene, people_of(found, people))
        count(scene, heard, spans, figures["addressees"], False)
    return figures


def count(
    scene: Scene, found: Sequence[Attribution], key: dict[int, list[Span]], counts: dict[str, float], show: bool
) -> None:
    """Add the counts of a text, whose key has the mentions of the right person for each quotation."""
    people = {one.row: one for own in scene.everybody.values() for one in own}
    turns, by_turn = scene.table.quotes.turn, best_by_turn(scene.table, found)
    for one in found:
        if one.number not in key:
            continue
        right = one.row >= 0 and is_mention(key[one.number], people[one.row])
        counts["found"] += 1
        counts["right"] += right
        if show and not right:
            print_error(scene, one.number, people[one.row])
        given = by_turn.get(turns[one.number])
        if given is not None:
            right = is_mention(key[one.number], people[given.row])
            counts["given"] += 1
            counts["given and right"] += right
            counts["expected"] += given.probability
            counts["certain"] += given.probability >= CERTAIN
            counts["certain and right"] += right and given.probability >= CERTAIN


def print_error(scene: Scene, number: int, person: Person) -> None:
    """Print a wrong speaker with the text around the quotation."""
    words, (first, last) = scene.parse.words, scene.table.quotes.ends()[number]
    context = " ".join(words[max(0, first - 25) : last + 25])
    print(f"{context[:400]}\n   chosen {' '.join(words[person.start : person.end])!r}")


def main() -> None:
    """Learn, measure, print, write result.json and the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--out", type=Path, help="folder for the weights")
    parser.add_argument("--show", action="store_true", help="print the errors on the development part")
    args = parser.parse_args()
    train, dev = scenes(args.corpora, "train"), scenes(args.corpora, "dev")
    result = {"speakers": {}, "addressees": {}}
    folds = [
        counted(*learned([text for n, text in enumerate(train) if n % FOLDS != fold]), train[fold::FOLDS])
        for fold in range(FOLDS)
    ]
    models = learned(train)
    if args.out:
        for name, one in zip(result, models, strict=True):
            one.model.to_disk(args.out / f"en.{name}.json")
    found = counted(*models, dev, args.show)
    for kind, own in result.items():
        own["LitBank train, five folds"] = {name: sum(one[kind][name] for one in folds) for name in found[kind]}
        own["LitBank dev"] = found[kind]
    print(json.dumps(result, indent=2))
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def learned(texts: Sequence[Text]) -> tuple[SpeakerModel, AddresseeModel]:
    """Both models, learned from texts."""
    speaks = speakers_learned(texts)
    return speaks, addressees_learned(texts, speaks)


if __name__ == "__main__":
    main()
