"""Measure how much speakers improve the scores: as constraints of the decoder, and found in raw text.

    OMP_NUM_THREADS=1 python eval/dialogue/measure.py --corpora ../shared/corpora

Scores are on development parts; training parts are only used to count which lines are recognised as turns. Writes
result.json beside this file. Takes about five minutes on one core; `--folds` trains two more models.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from corefpipe import read, score, train
from corefpipe.clustering.constraints import Constraints
from corefpipe.dialogue.docs import mark_turns
from corefpipe.dialogue.turns import find_turns
from corefpipe.document import Document, Mention
from corefpipe.features import MentionTable, gold_labels, gold_table
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.constraints.speakers import speaker_entities, speakers
from corefpipe.resolver.loading import load_resolver
from corefpipe.resolver.model import Resolver

HERE = Path(__file__).resolve().parent
MESSAGE = re.compile(r"\[\d\d:\d\d\] <([^>]+)>.*\S")
Facts = Callable[[MentionTable], Constraints | None]
Case = tuple[Doc, Document]


def n_speakers(document: Document) -> int:
    """Number of speakers of a document."""
    return len(set(document.speakers or ()) - {""})


def no_facts(table: MentionTable) -> Constraints | None:
    """No constraints."""
    return None


def entities_only(table: MentionTable) -> Constraints | None:
    """Who is who, but not whom "you" is not."""
    found = speaker_entities(table)
    return None if found is None else Constraints.of_entities(found[0], np.full(len(table), -1))


def pronouns_only(table: MentionTable) -> Constraints | None:
    """I, me, my … of each speaker, no names."""
    found = speaker_entities(table)
    if found is None:
        return None
    pronoun = np.array([kind == "pronoun" for kind in table.values("kind")], dtype=bool)
    return Constraints.of_entities(np.where(pronoun, found[0], -1), np.full(len(table), -1))


def chains(resolver: Resolver, doc: Doc, facts: Facts) -> list[Mention]:
    """Mentions of all chains with two or more mentions."""
    table = resolver.table(doc)
    links, scores = resolver.features.score(table, resolver.weights)
    labels = resolver.decoder.decode(links, scores, facts(table)).labels
    sizes = np.bincount(labels, minlength=1)
    rows = zip(table.triples(), labels.tolist(), strict=True)
    return [Mention(start, end, str(label)) for (start, end, _), label in rows if sizes[label] > 1]


def conll(resolver: Resolver, cases: Iterable[Case], facts: Facts) -> dict[str, float]:
    """CoNLL scores over all documents, and over those with two or more speakers, two speakers, and one speaker."""
    keys = [document for _, document in cases]
    responses = [replace(document, mentions=chains(resolver, doc, facts)) for doc, document in cases]
    found = {}
    for name, least, most in (("all", 0, 99), ("two or more speakers", 2, 99), ("two speakers", 2, 2), ("one", 1, 1)):
        chosen = [i for i, key in enumerate(keys) if least <= n_speakers(key) <= most]
        if chosen:
            result = score([keys[i] for i in chosen], [responses[i] for i in chosen], repeats="official")
            found[name] = round(100 * result.conll, 2)
    return found


def precision(cases: Iterable[Case]) -> dict[str, list[int]]:
    """Number of gold mentions that agree with each kind of fact, and of all; a speaker's chain is that of most "I"."""
    counts: dict[str, list[int]] = {name: [0, 0] for name in ("I", "name", "you and the third person")}
    for doc, document in cases:
        table = gold_table(doc, document)
        known = speaker_entities(table) if n_speakers(document) else None
        if known is None:
            continue
        entities, others = known
        labels = gold_labels(table.spans, document)
        pronoun = np.array([kind == "pronoun" for kind in table.values("kind")], dtype=bool)
        chain = {}
        for entity in set(entities[pronoun].tolist()) - {-1}:
            own = labels[pronoun & (entities == entity)]
            chain[entity] = Counter(own.tolist()).most_common(1)[0][0]
        for row, (entity, apart) in enumerate(zip(entities.tolist(), others.tolist(), strict=True)):
            if entity in chain:
                count = counts["I" if pronoun[row] else "name"]
                count[0] += int(labels[row] == chain[entity])
                count[1] += 1
            for other in chain.keys() & set(apart):
                counts["you and the third person"][0] += int(labels[row] != chain[other])
                counts["you and the third person"][1] += 1
    return counts


def rendered(document: Document) -> tuple[list[str], list[bool], list[int]]:
    """Words, spaces and original positions (-1: new) of a document written with one line "Name: …" per turn."""
    words, spaces, places = [], [], []
    speakers, given = document.speakers or [], document.spaces or [True] * len(document)
    for i, (word, space) in enumerate(zip(document.words, given, strict=True)):
        if not i or speakers[i] != speakers[i - 1]:
            label = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", speakers[i]).split()
            new = ["\n"] * bool(i) + label + [":"] * bool(label)
            words += new
            spaces += [name != "\n" and at + 2 != len(new) for at, name in enumerate(new)]
            places += [-1] * len(new)
        words.append(word)
        spaces.append(space)
        places.append(i)
    return words, spaces, places


def from_lines(resolver: Resolver, nlp: Language, documents: list[Document], mark: bool, facts: Facts) -> float:
    """CoNLL score of documents written as lines "Name: …" without columns; labels do not count in the score."""
    responses = []
    for document in documents:
        words, spaces, places = rendered(document)
        doc = Doc(nlp.vocab, words=words, spaces=spaces)
        if mark:
            mark_turns(doc)
        for _, component in nlp.pipeline:
            doc = component(doc)
        found = {}
        for mention in chains(resolver, doc, facts):
            old = [place for place in places[mention.start : mention.end] if place >= 0]
            if old and places[mention.start] >= 0:
                found[old[0], old[-1] + 1] = Mention(old[0], old[-1] + 1, mention.entity)
        responses.append(replace(document, mentions=list(found.values())))
    return round(100 * score(documents, responses, repeats="official").conll, 2)


def chat(folder: Path) -> dict[str, float]:
    """Count messages of IRC logs whose turn and speaker are found, and turns that are not messages."""
    messages = right = wrong = 0
    seconds = 0.0
    for path in sorted(folder.glob("*/*.ascii.txt")):
        text = path.read_text(encoding="utf8")
        start = time.process_time()
        found = {turn.label[0]: turn.speaker for turn in find_turns(text)}
        seconds += time.process_time() - start
        at, gold = 0, {}
        for line in text.split("\n"):
            if match := MESSAGE.match(line):
                gold[at + match.start(1)] = match[1]
            at += len(line) + 1
        messages += len(gold)
        right += sum(found.get(place, "").lower() == name.lower() for place, name in gold.items())
        wrong += sum(place not in gold for place in found)
    return {"messages": messages, "found": right, "others": wrong, "s": round(seconds, 1)}


def prose(folder: Path) -> dict[str, object]:
    """Turns found in whole novels, by file, and the time of the search."""
    turns, characters, seconds = {}, 0, 0.0
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf8", errors="replace")
        start = time.process_time()
        found = find_turns(text)
        seconds += time.process_time() - start
        characters += len(text)
        if found:
            turns[path.stem] = len(found)
    return {"turns": turns, "characters": characters, "s": round(seconds, 2)}


def folds(annotated: list[Case]) -> dict[str, dict[str, float]]:
    """Scores of the training documents with speakers, each half resolved by a model of the other half."""
    found: dict[str, dict[str, float]] = {}
    for half in (0, 1):
        resolver = train([x for i, x in enumerate(annotated) if i % 2 != half]).resolver
        cases = [x for i, x in enumerate(annotated) if i % 2 == half and n_speakers(x[1])]
        for name, facts in (("features", no_facts), ("known", speakers)):
            found[f"half {half}, {name}"] = conll(resolver, cases, facts)
    return found


def main() -> None:
    """Measure, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--folds", action="store_true", help="also on halves of OntoGUM train")
    args = parser.parse_args()
    result: dict[str, object] = {}

    def report(name: str, value: object) -> None:
        result[name] = value
        print(f"{name}: {value}", flush=True)

    resolver, nlp = load_resolver("en"), load_base("en")
    dev = list(annotate(read(args.corpora / "ontogum" / "dev", repeats="first"), nlp))
    report("OntoGUM dev, features alone", conll(resolver, dev, no_facts))
    report("OntoGUM dev, I known", conll(resolver, dev, pronouns_only))
    report("OntoGUM dev, I and names known", conll(resolver, dev, entities_only))
    report("OntoGUM dev, all known", conll(resolver, dev, speakers))
    report("OntoGUM dev, gold mentions whose facts hold", precision(dev))
    several = [document for _, document in dev if n_speakers(document) > 1]
    report("as lines, unmarked, features alone", from_lines(resolver, nlp, several, False, no_facts))
    report("as lines, marked, features alone", from_lines(resolver, nlp, several, True, no_facts))
    report("as lines, marked, all known", from_lines(resolver, nlp, several, True, speakers))
    report("IRC", chat(args.corpora / "irc"))
    report("novels", prose(args.corpora / "novels"))
    if args.folds:
        train = list(annotate(read(args.corpora / "ontogum" / "train", repeats="first"), nlp))
        report("OntoGUM train, gold mentions whose facts hold", precision(train))
        report("OntoGUM train, halves", folds(train))
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
