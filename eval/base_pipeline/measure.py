"""Measure scores of a pipeline on gum/dev, with gold and with predicted tokens and sentences, and its speed."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from statistics import median
from typing import Any

import spacy
from convert import to_doc
from gum import read_document
from spacy.language import Language
from spacy.scorer import PRFScore, Scorer
from spacy.tokens import Doc
from spacy.training import Example

import corefpipe.parsing.entity_typer

SPEED_RUNS = 5


def score(examples: list[Example]) -> dict[str, float]:
    """Scores in percent; `las` and `uas` include punctuation, `*_no_punct` do not (as in spaCy)."""
    typed = corefpipe.parsing.entity_typer.score_entity_types(examples)
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


def parse_scores(examples: list[Example], ignore: tuple[str, ...]) -> dict[str, Any]:
    return Scorer.score_deps(
        examples,
        "dep",
        getter=lambda token, _: token.dep_.lower(),
        ignore_labels=ignore,
    )


def get_feats(token: spacy.tokens.Token, _: str) -> str:
    # "_" keeps tokens without features in the count; spaCy would take "" for missing.
    return str(token.morph) or "_"


def has_sentences(doc: Doc) -> bool:
    return doc.has_annotation("SENT_START")


def measure(nlp: Language, paths: list[Path]) -> dict[str, Any]:
    """All figures over the documents."""
    documents = [read_document(path) for path in paths]
    references = [to_doc(nlp.vocab, document, gold_tokens=False) for document in documents]
    texts = [to_doc(nlp.vocab, document, gold_tokens=False, layout="paragraphs").text for document in documents]
    results: dict[str, Any] = {"documents": len(paths), "words": sum(map(len, references))}
    gold_sentences, gold_tokens = [], []
    for reference in references:
        words = [token.text for token in reference]
        starts = [bool(token.is_sent_start) for token in reference]
        gold_sentences.append(Doc(nlp.vocab, words=words, sent_starts=starts))
        gold_tokens.append(Doc(nlp.vocab, words=words))
    for name, inputs in [
        ("gold tokens and sentences", gold_sentences),
        ("gold tokens", gold_tokens),
        ("raw text", texts),
    ]:
        predicted = nlp.pipe(inputs)
        results[name] = score([Example(p, r) for p, r in zip(predicted, references, strict=True)])
    results["words_per_second"] = words_per_second(nlp, texts)
    return results


def words_per_second(nlp: Language, texts: list[str]) -> int:
    """Words per second on raw text, tokenizer included: the median of a few runs in this process."""
    speeds = []
    for _ in range(SPEED_RUNS):
        start = time.perf_counter()
        words = sum(len(doc) for doc in nlp.pipe(texts))
        speeds.append(words / (time.perf_counter() - start))
    return round(median(speeds))


def write_result(model: Path, paths: list[Path], result: Path | None) -> None:
    """Measure the pipeline in a folder, print the figures and write them as JSON."""
    results = measure(spacy.load(model), paths)
    results["bytes"] = sum(file.stat().st_size for file in model.rglob("*") if file.is_file())
    text = json.dumps(results, indent=2) + "\n"
    if result:
        result.write_text(text, encoding="utf-8")
    print(text, end="")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="folder of the pipeline")
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum/dev")
    parser.add_argument("--result", type=Path, help="write the figures here as JSON")
    args = parser.parse_args()
    paths = sorted((args.corpora / "gum" / "dev").glob("*.conllu"))
    if not paths:
        parser.error(f"no documents in {args.corpora / 'gum' / 'dev'}")
    write_result(args.model, paths, args.result)


if __name__ == "__main__":
    main()
