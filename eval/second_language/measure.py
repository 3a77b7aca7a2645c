"""Train German models with `corefpipe train`, score them and baselines on German dev, and write `result.json`.

python eval/second_language/measure.py
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import spacy
from spacy.tokens import Doc, DocBin
from spacy.training import Corpus

from corefpipe import read
from corefpipe.chains.docs import PARSE_COLUMNS
from corefpipe.document import Document, Mention
from corefpipe.features import MentionTable
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.base_corpus import held_out_docs
from corefpipe.parsing.pipelines import load_base
from corefpipe.resolver.loading import load_resolver
from corefpipe.scoring import score

HERE = Path(__file__).resolve().parent
GERMAN = HERE.parents[1] / "corpora" / "german"
GIVEN = (*PARSE_COLUMNS, "entity_types")
Chains = Callable[[MentionTable], Sequence[object]]


def train(out: Path, *options: str) -> str:
    """Run `corefpipe train` on German and return its output."""
    command = [sys.executable, "-m", "corefpipe", "train", str(GERMAN / "train"), "--dev", str(GERMAN / "dev")]
    done = subprocess.run([*command, *options, "-o", str(out)], check=True, capture_output=True, text=True)
    return done.stdout


def same_head(table: MentionTable) -> list[object]:
    """Labels by which names and nouns with the same head lemma corefer, and pronouns are singletons."""
    kinds, lemmas = table.values("kind"), table.values("lemma")
    return [i if kind == "pronoun" else lemma for i, (kind, lemma) in enumerate(zip(kinds, lemmas, strict=True))]


def same_head_and_nearest(table: MentionTable) -> list[object]:
    """As `same_head`, but pronouns of the third person corefer with the nearest preceding mention that agrees.

    Other pronouns corefer with the last pronoun of the same person: "I" with "my".
    """
    found = same_head(table)
    person, gender, number, kinds = (table.values(name) for name in ("person", "gender", "number", "kind"))
    for i, kind in enumerate(kinds):
        if kind != "pronoun":
            continue
        for j in range(i - 1, -1, -1):
            fits = all(a == b or not a or not b for a, b in ((gender[i], gender[j]), (number[i], number[j])))
            if person[i] == person[j] and fits and kinds[j] != "verb":
                found[i] = found[j]
                break
    return found


def resolved(key: Document, table: MentionTable, labels: Sequence[object]) -> Document:
    """The document with chains according to the labels, without singletons."""
    chains = [str(label) for label in labels]
    mentions = [
        Mention(start, end, chain)
        for (start, end), chain in zip(
            zip(table.spans.start.tolist(), table.spans.end.tolist(), strict=True), chains, strict=True
        )
        if chains.count(chain) > 1
    ]
    return Document(key.name, words=key.words, sentence_starts=key.sentence_starts, mentions=mentions)


def scores(model: Path, parsed: list[tuple[Doc, Document]]) -> dict[str, dict[str, float]]:
    """Scores of the model, and of the baselines over the mentions that the model finds."""
    resolver = load_resolver(model)
    keys = [key for _, key in parsed]
    tables = [resolver.table(doc) for doc, _ in parsed]
    ways: dict[str, Chains] = {"same head": same_head, "same head, nearest that agrees": same_head_and_nearest}
    responses = {
        name: [resolved(k, t, way(t)) for k, t in zip(keys, tables, strict=True)] for name, way in ways.items()
    }
    responses["model"] = [
        resolved(key, table, resolver.resolve(doc).decoding.labels.tolist())
        for (doc, key), table in zip(parsed, tables, strict=True)
    ]
    return {name: _figures(keys, found) for name, found in responses.items()}


def _figures(keys: list[Document], responses: list[Document]) -> dict[str, float]:
    result = score(keys, responses)
    names = {"mentions": "mentions", "MUC": "muc", "B-cubed": "b_cubed", "CEAF-e": "ceaf_e"}
    figures = {name: round(100 * result[metric].f1, 2) for name, metric in names.items()}
    return figures | {"CoNLL": round(100 * result.conll, 2)}


def base_figures(model: Path, dev: list[Document]) -> dict[str, float]:
    """Scores of the new base pipeline on the raw text of dev."""
    nlp = spacy.load(model / "base")
    with tempfile.TemporaryDirectory() as folder:
        DocBin(docs=held_out_docs(dev, spacy.blank("de"))).to_disk(Path(folder) / "dev.spacy")
        found = nlp.evaluate(list(Corpus(Path(folder) / "dev.spacy")(nlp)))
    names = (
        "token_acc",
        "tag_acc",
        "pos_acc",
        "morph_acc",
        "lemma_acc",
        "dep_uas",
        "dep_las",
        "sents_f",
        "entity_type_f",
    )
    return {name: round(100 * found[name], 2) for name in names}


def main() -> None:
    """Train both ways, score, and write the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, default=Path("build/second_language"))
    parser.add_argument("--again", action="store_true", help="train again even if the models exist")
    args = parser.parse_args()
    dev = list(read(GERMAN / "dev"))
    args.work.mkdir(parents=True, exist_ok=True)
    own = str(args.work / "new-base" / "base")
    models = {
        "given trees": ("--base", "blank:de", "--parse", "given"),
        "given trees, no word lists": ("--base", "blank:xx", "--parse", "given"),
        "new base": ("--base", "new:de"),
        "new base, learned from given trees": ("--base", own, "--parse", "given"),
    }
    result: dict[str, object] = {}
    for name, options in models.items():
        out = args.work / name.replace(",", "").replace(" ", "-")
        if args.again or not (out / "resolver.toml").is_file():
            print(train(out, *options))
        keep = GIVEN if name.startswith("given trees") else ("sentence_starts",)
        result[name] = scores(out, list(annotate(dev, load_base(load_resolver(out).base), keep)))
    result["base on raw text"] = base_figures(args.work / "new-base", dev)
    (HERE / "result.json").write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
