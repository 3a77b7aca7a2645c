"""Classes of the words of novels by all methods: cost, classes to read, plots, agreement with parts of speech.

    OMP_NUM_THREADS=1 python eval/words/measure.py brown methods k --corpora ../shared/corpora
    OMP_NUM_THREADS=1 python eval/words/measure.py annealing --corpora ../shared/corpora --pairs pairs.tsv

writes result.json, and for brown and annealing a page of classes and a plot. `--pairs` keeps the verbs and objects of
the parsed novels in a file, so that they are parsed once. Memory is the peak of the process: run `brown` first.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from corefpipe import read
from corefpipe.clustering.named import make_word_clusterer
from corefpipe.clustering.words import (
    AnnealingClusterer,
    BrownClusterer,
    WordCounts,
    choose_n_clusters,
    count_words,
    explained_variance,
    tokens_of,
)
from corefpipe.clustering.words.files import WordClass, classes_of
from corefpipe.clustering.words.vectors import weighted
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corefpipe.parsing.verb_objects import table_of, verb_objects
from corefpipe.report.word_plots import write_class_plot

HERE = Path(__file__).resolve().parent
BROWN = {"max_tokens": 5_000_000, "min_count": 3}
N_BROWN = 500
VOCABULARY, CONTEXTS, N_CLASSES = 5000, 500, 50
CANDIDATES = (1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200)
GAINS = (0.01, 0.003, 0.001, 0.0003)
BETAS = (5.0, 20.0, 50.0, 100.0, 200.0, 1000.0)
OPENING = 30_000  # characters of each novel that are parsed
LEAST = 10  # pairs of a noun, and of a verb
N_NOUN_CLASSES = 20
SLUR = "nigg"  # the novels have it; the pages do not
METHODS = {"n_components": 50, "beta": 100.0, "starts": 1}
SEEDS = 5


def texts(corpora: Path) -> Iterator[Iterator[str]]:
    """The tokens of each novel."""
    folder = corpora / "novels"
    if not folder.is_dir():
        raise SystemExit(f"{folder} is not there: see --help")
    for document in read(folder):
        yield tokens_of(document.text)


def brown(corpora: Path) -> dict[str, Any]:
    """Brown clustering of five million words into 500 classes."""
    start = time.process_time()
    counts = count_words(texts(corpora), **BROWN)
    counted = time.process_time()
    fitted = BrownClusterer(N_BROWN).fit(counts.bigrams)
    end = time.process_time()
    classes = classes_of(fitted, counts.words, counts.frequency)
    by_path = sorted(range(N_BROWN), key=lambda number: fitted.paths_[number])
    write_page("brown.md", "Brown classes of five million words of novels, in the order of the tree", classes, by_path)
    write_class_plot(fitted, classes, HERE / "brown.png")
    return {
        "tokens": counts.n_tokens,
        "words": len(counts),
        "bigrams": int(counts.bigrams.nnz),
        "seconds, counting": round(counted - start),
        "seconds, clustering": round(end - counted),
        "peak memory, MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "information of classes, nats": round(fitted.information_, 4),
    }


def methods(corpora: Path) -> dict[str, Any]:
    """All methods with the same number of classes, several seeds each, against the parts of speech of EWT train."""
    counts = count_words(texts(corpora), max_words=VOCABULARY, reach=2, **{**BROWN, "min_count": 20})
    gold = parts_of_speech(corpora, counts)
    found: dict[str, Any] = {}
    for name in ("brown", "k-means", "soft-k-means", "em", "svd"):
        clusterer = make_word_clusterer(name, {"n_clusters": N_CLASSES})
        known = clusterer.get_params()
        clusterer.set_params(**{key: value for key, value in METHODS.items() if key in known})
        start, shares = time.process_time(), []
        for seed in range(SEEDS if "random_state" in known else 1):
            if "random_state" in known:
                clusterer.set_params(random_state=seed)
            clusterer.fit(counts.bigrams if clusterer.takes == "bigrams" else counts.contexts(CONTEXTS))
            shares.append(purity(clusterer.labels_, gold))
        seconds = (time.process_time() - start) / len(shares)
        found[name] = {"seconds": round(seconds, 1), **{what: [one[what] for one in shares] for what in shares[0]}}
        print(name, found[name], flush=True)
    everything = np.zeros(len(counts), dtype=np.int64)
    found["one class"] = purity(everything, gold)
    return found


def parts_of_speech(corpora: Path, counts: WordCounts) -> dict[int, Counter[str]]:
    """Word -> how often it has which part of speech in EWT train."""
    rank = {word: number for number, word in enumerate(counts.words)}
    found: dict[int, Counter[str]] = {}
    for document in read(corpora / "ewt" / "train"):
        assert document.pos is not None
        for word, tag in zip(document.words, document.pos, strict=True):
            number = rank.get(word.lower())
            if number is not None:
                found.setdefault(number, Counter())[tag] += 1
    return found


def purity(labels: np.ndarray, gold: dict[int, Counter[str]]) -> dict[str, float]:
    """Share of tokens, and of words, whose tag is the most frequent one of their class, in per cent."""
    tokens: dict[int, Counter[str]] = {}
    words: dict[int, Counter[str]] = {}
    for number, tags in gold.items():
        label = int(labels[number])
        tokens.setdefault(label, Counter()).update(tags)
        words.setdefault(label, Counter())[tags.most_common(1)[0][0]] += 1
    return {
        what: round(100 * sum(of.most_common(1)[0][1] for of in by.values()) / sum(of.total() for of in by.values()), 1)
        for what, by in (("tokens", tokens), ("words", words))
    }


def number_of_classes(corpora: Path) -> dict[str, Any]:
    """Variance explained by K-means, K by its gain, and votes of soft K-means by β."""
    counts = count_words(texts(corpora), max_words=VOCABULARY, reach=2, **{**BROWN, "min_count": 20})
    contexts = counts.contexts(CONTEXTS)
    explained = explained_variance(contexts, CANDIDATES, starts=1, random_state=0)
    votes = {}
    for beta in BETAS:
        soft = make_word_clusterer("soft-k-means", {"n_clusters": N_CLASSES, "beta": beta, "random_state": 0})
        memberships = soft.fit(contexts).memberships_
        entropy = -(memberships * np.log(np.maximum(memberships, 1e-300))).sum(axis=1)
        votes[str(beta)] = {
            "classes that a word votes for": round(float(np.exp(entropy).mean()), 2),
            "classes that win a word": len(set(soft.labels_.tolist())),
        }
        print(beta, votes[str(beta)], flush=True)
    return {
        "explained variance, %": {
            str(k): round(100 * share, 1) for k, share in zip(CANDIDATES, explained.tolist(), strict=True)
        },
        "K by gain": {
            str(gain): choose_n_clusters(CANDIDATES, explained, gain) for gain in (0.01, 0.003, 0.001, 0.0003)
        },
        "soft, by beta": votes,
    }


def annealing(corpora: Path, pairs: Path | None) -> dict[str, Any]:
    """Deterministic annealing of nouns by the verbs of which they are objects."""
    nouns, verbs, counts, n_words = object_table(corpora, pairs)
    random = np.random.default_rng(0)
    held_out = sparse.csr_matrix(
        (random.binomial(counts.data, 0.1), counts.indices, counts.indptr), counts.shape, dtype=np.int64
    )
    learned = (counts - held_out).tocsr()
    learned.eliminate_zeros()
    kept = np.flatnonzero(np.diff(learned.indptr))
    start = time.process_time()
    fitted = AnnealingClusterer(N_NOUN_CLASSES).fit(learned[kept])
    seconds = time.process_time() - start
    classes = classes_of(fitted, [nouns[i] for i in kept], np.asarray(learned[kept].sum(axis=1)).ravel())
    verbs_of = {
        number: ", ".join(verbs[i] for i in np.argsort(-fitted.centres_[number])[:6])
        for number in range(len(fitted.paths_))
    }
    order = sorted(range(len(fitted.paths_)), key=lambda number: fitted.paths_[number])
    write_page(
        "annealing.md",
        "Classes of objects by deterministic annealing, in the order of the tree",
        classes,
        order,
        verbs_of,
    )
    write_class_plot(fitted, classes, HERE / "annealing.png")
    return {
        "words of text": n_words,
        "nouns": len(kept),
        "verbs": len(verbs),
        "pairs": int(counts.sum()),
        "seconds": round(seconds, 1),
        "critical beta": round(fitted.critical_beta_, 4),
        "last beta": round(fitted.beta_, 3),
        "splits": [[round(value, 4) for value in row[:2]] for row in fitted.splits_.tolist()],
        "held out": held_out_information(fitted, learned[kept], held_out[kept]),
    }


def held_out_information(fitted: AnnealingClusterer, learned: sparse.csr_matrix, held_out: sparse.csr_matrix) -> dict:
    """Mean surprise at held-out verbs, in nats: by classes, by the noun alone, by no class (all nouns alike)."""
    smoothed = (np.asarray(learned.sum(axis=0)).ravel() + 0.5) / (learned.sum() + 0.5 * learned.shape[1])
    rows, columns = held_out.nonzero()
    weight = np.asarray(held_out[rows, columns]).ravel()

    def surprise(shares: np.ndarray) -> float:
        return round(float(-(weight * np.log(0.9 * shares + 0.1 * smoothed[columns])).sum() / weight.sum()), 4)

    by_class = (fitted.memberships_[rows] * fitted.centres_[:, columns].T).sum(axis=1)
    own = np.asarray(weighted(learned.astype(np.float64), "shares")[rows, columns]).ravel()
    return {"classes": surprise(by_class), "noun alone": surprise(own), "no class": surprise(smoothed[columns])}


def object_table(corpora: Path, pairs: Path | None) -> tuple[Sequence[str], Sequence[str], sparse.csr_matrix, int]:
    """Nouns, verbs, and counts of the openings of all novels, parsed with the packaged pipeline."""
    if pairs is None or not pairs.is_file():
        found, n_words = parsed_objects(corpora)
        if pairs is not None:
            lines = [f"{verb}\t{noun}\t{count}\n" for (verb, noun), count in sorted(found.items())]
            pairs.write_text(f"{n_words}\n{''.join(lines)}", encoding="utf8")
    else:
        first, *lines = pairs.read_text("utf8").splitlines()
        n_words = int(first)
        rows = [line.split("\t") for line in lines]
        found = Counter({(verb, noun): int(count) for verb, noun, count in rows})
    return (*table_of(found, min_count=LEAST), n_words)


def parsed_objects(corpora: Path) -> tuple[Counter[tuple[str, str]], int]:
    """Verbs and objects in the openings of all novels, and the number of words that were parsed."""
    nlp = load_base("en")
    found: Counter[tuple[str, str]] = Counter()
    n_words = 0
    for novel in read(corpora / "novels"):
        opening = Document(words=[], text=novel.text[:OPENING].rsplit("\n\n", 1)[0], name=novel.name)
        for doc, _ in annotate([opening], nlp):
            found.update(verb_objects(doc))
            n_words += len(doc)
        print(novel.name, n_words, found.total(), flush=True)
    return found, n_words


def write_page(
    name: str, title: str, classes: Sequence[WordClass], order: Sequence[int], notes: dict[int, str] | None = None
) -> None:
    """Write a table of classes: path, number of words, the most frequent ones."""
    by_class: dict[int, list[WordClass]] = {}
    for one in classes:
        by_class.setdefault(one.label, []).append(one)
    head = ["path", "words", "the most frequent ones", *(["verbs"] if notes else [])]
    lines = [f"# {title}", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for number in order:
        some = sorted(by_class.get(number, []), key=lambda one: -one.count * one.probability)
        cells = [
            some[0].path if some else "",
            str(len(some)),
            " ".join(one.word for one in some[:12]).replace("|", "\\|"),
        ]
        lines.append(f"| {' | '.join([*cells, *([notes[number]] if notes else [])])} |")
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf8")


STAGES = {"brown": brown, "methods": methods, "k": number_of_classes, "annealing": annealing}


def main() -> None:
    """Run the stages, print, write result.json."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stages", nargs="+", choices=STAGES)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--pairs", type=Path)
    args = parser.parse_args()
    for stage in args.stages:
        found = annealing(args.corpora, args.pairs) if stage == "annealing" else STAGES[stage](args.corpora)
        print(stage, json.dumps(found, ensure_ascii=False), flush=True)
        file = HERE / "result.json"
        result = json.loads(file.read_text("utf8")) if file.is_file() else {}
        result[stage] = found
        file.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
