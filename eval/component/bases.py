"""Measure the models after other pipelines than their own base: what their parse, tags and names cost.

    python eval/component/bases.py --corpora ../shared/corpora en_core_web_sm FOLDER

measures both models after their own bases and after these, by name or folder, prints README's table and writes
bases.json. `--wrong` prints the texts from templates that are wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc

import corefpipe
from corefpipe.parsing.annotate import annotate
from corefpipe.resolver.evaluate import evaluate

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "everyday"))

from measure import chain_at, judged, read_texts

HERE = Path(__file__).resolve().parent
MODELS = ("en", "en_accurate")
OWN = "own"
PEOPLE = (("Angela Merkel", "she"), ("Barack Obama", "he"), ("Maria Lopez", "she"), ("A Republican", "he"))
PLACES = ("Paris", "Ohio", "Georgia", "Chad")
TEMPLATES = (
    "{person} visited {place} on Monday. {Pronoun} met the leaders of the two parties.",
    "{person} arrived in {place} on Friday. Next week {pronoun} will go home.",
    "{person} flew from {place} to Oslo. {Pronoun} was tired.",
    "When {person} reached {place}, it was dark. {Pronoun} took a taxi.",
    "{person} loves {place}, and {pronoun} goes there each summer.",
    "{person} wrote a book about {place}. In the book {pronoun} praises the food.",
    "{person} left for {place}. {Pronoun} never came back.",
    "{person} went to {place} because {pronoun} wanted to see the river.",
)
Place = tuple[int, int]


def texts() -> list[tuple[str, Place, Place, Place]]:
    """The 128 texts with the characters of person, place and pronoun: the pronoun is the person, not the place."""
    found = []
    for template, (person, pronoun), place in product(TEMPLATES, PEOPLE, PLACES):
        at_start = template.startswith("{person}")
        named = person if at_start else person[0].lower() + person[1:] if person.startswith("A ") else person
        text = template.format(person=named, place=place, pronoun=pronoun, Pronoun=pronoun.capitalize())
        at = [text.index(named), text.index(place), text.lower().index(f" {pronoun} ") + 1]
        spans = zip(at, (named, place, pronoun), strict=True)
        found.append((text, *((start, start + len(words)) for start, words in spans)))
    return found


def is_right(doc: Doc, person: Place, place: Place, pronoun: Place) -> bool:
    """Whether the pronoun is in the chain of the person, and the place is not."""
    chain = chain_at(doc, pronoun)
    return chain is not None and chain == chain_at(doc, person) != chain_at(doc, place)


def after(base: str, model: str) -> Language:
    """A base pipeline with a model at its end."""
    if base == OWN:
        return corefpipe.load(model)
    nlp = spacy.load(base)
    nlp.add_pipe("corefpipe", config={"model": model})
    return nlp


def measured(nlp: Language, corpora: Path, show: bool) -> dict[str, float]:
    """What is measured of a pipeline."""
    wrong = [text for text, *spans in texts() if not is_right(nlp(text), *spans)]
    if show:
        print(*wrong, sep="\n")
    decisions = list(judged(nlp, read_texts(HERE.parent / "everyday" / "texts.jsonl")))
    documents = corefpipe.read(corpora / "ontogum" / "dev", repeats="first")
    component = nlp.get_pipe("corefpipe")
    with nlp.select_pipes(disable=[name for name in ("corefpipe", "corefpipe_turns") if name in nlp.pipe_names]):
        found = evaluate(component.resolver, list(annotate(documents, nlp)))
    return {
        "templates": len(texts()) - len(wrong),
        "everyday": sum(right for _, right in decisions),
        "ontogum": round(100 * found.score.conll, 1),
    }


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bases", nargs="*", help="names or folders of pipelines")
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--models", nargs="+", default=MODELS)
    parser.add_argument("--wrong", action="store_true", help="print the texts from templates that are wrong")
    args = parser.parse_args()
    rows = {}
    print("| base | model | templates, of 128 | everyday texts, of 496 | OntoGUM dev, CoNLL |\n|---|---|---|---|---|")
    for base, model in product((OWN, *args.bases), args.models):
        nlp = after(base, model)
        meta = nlp.meta
        name = OWN if base == OWN else f"{meta['lang']}_{meta['name']} {meta['version']}"
        row = rows[f"{name}, {model}"] = measured(nlp, args.corpora, args.wrong)
        print(f"| {name} | `{model}` | {' | '.join(map(str, row.values()))} |", flush=True)
    (HERE / "bases.json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
