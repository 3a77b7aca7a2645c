"""Measure resolvers on today's English: the web layer's dev part and the written texts' dev part.

    python eval/today/models.py en en_research en_accurate --corpora ../shared/corpora
    python eval/today/models.py build/en_today --name "en, with today" --corpora ../shared/corpora
    python eval/today/models.py en en_research en_accurate --test

From raw text: words, sentences, speakers and mentions are the resolver's own; its chains are aligned with the key's
words by characters. Exact mentions, no singletons on either side. Adds its results to result.json beside this file.
`--test` scores the written texts' test part instead, in total only: that is done once, when a release is made.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from corefpipe import read, score
from corefpipe.document import Document
from corefpipe.resolver.loading import load_parser, load_resolver

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "resolver"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "coreference"))
import today
from measure import scores
from raw_text import responses

RESULT = Path(__file__).with_name("result.json")
CORPORA = Path("../shared/corpora")


def keys(corpora: Path) -> dict[str, list[Document]]:
    """Return the two dev parts; a document's genre is the file of the treebank, or the kind of text."""
    return {"web dev": today.web(corpora, "dev"), "written dev": today.written("dev")}


def measure(model: str, parts: dict[str, list[Document]]) -> dict[str, object]:
    """Return the scores of a resolver on each part, with the CoNLL average of each genre."""
    resolver = load_resolver(model)
    nlp = load_parser(resolver, model)
    found: dict[str, object] = {}
    for part, documents in parts.items():
        response = list(responses(resolver, nlp, None, documents))
        by_genre: dict[str, list[tuple[Document, Document]]] = {}
        for pair in zip(documents, response, strict=True):
            by_genre.setdefault(pair[0].genre, []).append(pair)
        genres = {genre: _conll(pairs) for genre, pairs in sorted(by_genre.items())}
        found[part] = {**scores(score(documents, response, singletons="drop")), "by genre": genres}
    return found


def measure_test(model: str) -> dict[str, float]:
    """Return the scores of a resolver on the written texts' test part."""
    resolver = load_resolver(model)
    key = [text for text in read(today.OURS / "today") if text.metadata["split"] == "test"]
    return scores(score(key, list(responses(resolver, load_parser(resolver, model), None, key)), singletons="drop"))


def _conll(pairs: list[tuple[Document, Document]]) -> float:
    key, response = map(list, zip(*pairs, strict=True))
    return round(100 * score(key, response, singletons="drop").conll, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="+", help="names or folders of resolvers")
    parser.add_argument("--name", help="name of the row, if one model is measured")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="folder with ewt")
    parser.add_argument("--test", action="store_true", help="score the written test part, once")
    args = parser.parse_args()
    parts = {} if args.test else keys(args.corpora)
    results = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    for model in args.models:
        name = args.name or model
        if args.test:
            results.setdefault(name, {})["written test"] = measure_test(model)
        else:
            results[name] = measure(model, parts)  # what a model before it had is none of this one's
        print(name, json.dumps(results[name]))
    RESULT.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
