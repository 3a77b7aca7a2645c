"""Measure a pipeline on the dev parts: trees and tags with gold and predicted tokens, altered text, names, speed."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import spacy
from convert import to_doc
from gum import Sentence, read_documents
from names import read_names
from spacy.language import Language
from spacy.scorer import PRFScore, Scorer
from spacy.tokens import Doc
from spacy.training import Example
from treebanks import treebank_files

from corefpipe.parsing.entity_typer import score_entity_types
from corefpipe.parsing.pipelines import load_base

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import machine

SPEED_RUNS = 5


def score(examples: list[Example]) -> dict[str, float]:
    """Scores in percent; `las` and `uas` include punctuation, `*_no_punct` do not (as in spaCy).

    `las_no_subtypes` is `las_no_punct` of relations without subtypes.
    """
    typed = score_entity_types(examples)
    trees = parse_scores(examples, ignore=())
    no_punct = parse_scores(examples, ignore=("p", "punct"))
    scores = {
        "tokens": token_f(examples),
        "sentences": Scorer.score_spans(examples, "sents", has_annotation=has_sentences)["sents_f"],
        "xpos": Scorer.score_token_attr(examples, "tag")["tag_acc"],
        "upos": Scorer.score_token_attr(examples, "pos")["pos_acc"],
        "feats": Scorer.score_token_attr(examples, "morph", getter=get_feats)["morph_acc"],
        "lemma": Scorer.score_token_attr(examples, "lemma")["lemma_acc"],
        "uas": trees["dep_uas"],
        "las": trees["dep_las"],
        "uas_no_punct": no_punct["dep_uas"],
        "las_no_punct": no_punct["dep_las"],
        "las_no_subtypes": parse_scores(examples, ignore=("p", "punct"), subtypes=False)["dep_las"],
        "entity_type_f": typed["entity_type_f"],
        "entity_head_f": typed["entity_head_f"],
    }
    return {name: round(100 * value, 2) for name, value in scores.items()}


def token_f(examples: list[Example]) -> float:
    """F of tokens, by alignment; spaCy's own compares offsets, which the layout of the text shifts."""
    scorer = PRFScore()
    for example in examples:
        alignment = example.alignment
        predicted = {tuple(alignment.x2y[t.i]) for t in example.predicted if not t.is_space}
        # A gold token that is split does not match its parts.
        matched = {key for key in predicted if len(key) == 1 and alignment.y2x.lengths[key[0]] == 1}
        total = sum(not token.is_space for token in example.predicted)
        scorer.tp += len(matched)
        scorer.fp += total - len(matched)
        scorer.fn += len(example.reference) - len(matched)
    return scorer.fscore


def parse_scores(examples: list[Example], ignore: tuple[str, ...], subtypes: bool = True) -> dict[str, Any]:
    def relation(token: spacy.tokens.Token, _: str) -> str:
        return token.dep_.lower() if subtypes else token.dep_.lower().partition(":")[0]

    return Scorer.score_deps(
        examples,
        "dep",
        getter=relation,
        ignore_labels=ignore,
    )


def get_feats(token: spacy.tokens.Token, _: str) -> str:
    # "_" keeps tokens without features in the count; spaCy would take "" for missing.
    return str(token.morph) or "_"


def has_sentences(doc: Doc) -> bool:
    return doc.has_annotation("SENT_START")


def measure(nlp: Language, corpora: Path) -> dict[str, Any]:
    """All figures over the dev parts."""
    results: dict[str, Any] = {}
    for treebank in ("gum", "ewt"):
        paths = sorted((corpora / treebank / "dev").glob("*.conllu"))
        results[treebank] = measure_trees(
            nlp, [(genre_of(path), one) for path in paths for one in read_documents(path)]
        )
    results["names on ewt/dev"] = measure_names(nlp, corpora / "ner" / "uner-ewt-dev.iob2")
    texts = [
        to_doc(nlp.vocab, document, gold_tokens=False, layout="paragraphs").text
        for path in sorted((corpora / "gum" / "dev").glob("*.conllu"))
        for document in read_documents(path)
    ]
    results["words_per_second"] = words_per_second(nlp, texts)
    return results


def genre_of(path: Path) -> str:
    """The genre of a file; GUM's names have it in the middle, EWT's are genres."""
    return path.stem.split("_")[1] if "_" in path.stem else path.stem


def las_by_genre(genres: list[str], examples: list[Example]) -> dict[str, float]:
    """LAS without punctuation, in percent."""
    found: dict[str, list[Example]] = {}
    for genre, example in zip(genres, examples, strict=True):
        found.setdefault(genre, []).append(example)
    return {
        genre: round(100 * parse_scores(some, ignore=("p", "punct"))["dep_las"], 2) for genre, some in found.items()
    }


def with_gold(reference: Doc, sentences: bool) -> Doc:
    """The words of a Doc, with or without its sentences, for a pipeline to annotate."""
    starts = [bool(token.is_sent_start) for token in reference]
    return Doc(reference.vocab, words=[token.text for token in reference], sent_starts=starts if sentences else None)


def measure_trees(nlp: Language, of_genres: list[tuple[str, list[Sentence]]]) -> dict[str, Any]:
    """Scores of trees and tags with gold tokens and sentences, gold tokens, raw text, and altered gold tokens."""
    genres, documents = [genre for genre, _ in of_genres], [document for _, document in of_genres]
    references = [to_doc(nlp.vocab, document, gold_tokens=False) for document in documents]
    results: dict[str, Any] = {"documents": len(documents), "words": sum(map(len, references))}
    texts = [to_doc(nlp.vocab, document, gold_tokens=False, layout="paragraphs").text for document in documents]
    for name, inputs in [
        ("gold tokens and sentences", [with_gold(reference, sentences=True) for reference in references]),
        ("gold tokens", [with_gold(reference, sentences=False) for reference in references]),
        ("raw text", texts),
    ]:
        examples = [Example(p, r) for p, r in zip(nlp.pipe(inputs), references, strict=True)]
        results[name] = score(examples)
        if name == "gold tokens and sentences":
            by_genre = las_by_genre(genres, examples)
    for name, alter in (("lower case", str.lower), ("capitals", str.upper)):
        altered = [
            Doc(nlp.vocab, [alter(t.text) for t in r], sent_starts=[bool(t.is_sent_start) for t in r])
            for r in references
        ]
        pairs = zip(nlp.pipe(altered), references, strict=True)
        right = [a.tag_ == b.tag_ for found, gold in pairs for a, b in zip(found, gold, strict=True)]
        results[f"xpos in {name}"] = round(100 * sum(right) / len(right), 2)
    return results | {"las_by_genre": by_genre}


def measure_names(nlp: Language, path: Path) -> dict[str, float]:
    """Exact spans of names with their labels, in percent: sentence by sentence, with gold words."""
    scores = {"names": PRFScore()} | {kind: PRFScore() for kind in ("PERSON", "ORG", "LOC")}
    sentences = read_names(path)
    docs = nlp.pipe([Doc(nlp.vocab, sentence.words) for sentence in sentences])
    for doc, sentence in zip(docs, sentences, strict=True):
        found = {(entity.start, entity.end, entity.label_) for entity in doc.ents if entity.label_ in scores}
        gold = set(sentence.names)
        scores["names"].score_set(found, gold)
        for kind in ("PERSON", "ORG", "LOC"):
            scores[kind].score_set({x for x in found if x[2] == kind}, {x for x in gold if x[2] == kind})
    result = {f"{kind} F": round(100 * one.fscore, 2) for kind, one in scores.items()}
    return result | {"P": round(100 * scores["names"].precision, 2), "R": round(100 * scores["names"].recall, 2)}


def words_per_second(nlp: Language, texts: list[str]) -> int:
    """Words per CPU second on raw text, tokenizer included: the median of a few runs in this process."""
    speeds = []
    for _ in range(SPEED_RUNS):
        start = time.process_time()
        words = sum(len(doc) for doc in nlp.pipe(texts))
        speeds.append(words / (time.process_time() - start))
    return round(median(speeds))


def write_result(model: Path, corpora: Path, result: Path | None) -> None:
    """Measure the pipeline in a folder, print the figures and write them as JSON."""
    results = measure(load_base(str(model)), corpora)
    results["machine"] = machine(os.environ)
    results["bytes"] = sum(file.stat().st_size for file in model.rglob("*") if file.is_file())
    text = json.dumps(results, indent=2) + "\n"
    if result:
        result.write_text(text, encoding="utf-8")
    print(text, end="")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="folder of the pipeline")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt and ner")
    parser.add_argument("--result", type=Path, help="write the figures here as JSON")
    args = parser.parse_args()
    try:
        treebank_files(args.corpora, "dev")
    except FileNotFoundError as error:
        parser.error(str(error))
    write_result(args.model, args.corpora, args.result)


if __name__ == "__main__":
    main()
