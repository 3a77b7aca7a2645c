"""Who should annotate the raw text that the student learns from: itself, an ensemble, or the teacher?

    python eval/base_pipeline/sources.py --corpora ../shared/corpora --work build/sources

All students begin with the encoder as it was published, and read a third of the treebanks once and `--words` words
more: of the same again, or of raw text as annotated by one student, by three that vote, or by `en_accurate`, which must
be installed. Finished students are kept. Writes `sources.json`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from annotator import Annotator, measure, measure_sentences
from convert import documents_of
from gum import Sentence, Word
from learning import Model, train
from prepare import Documents, examples_of, published
from raw_text import chat_messages, novel_paragraphs
from silver import CHAT, sample
from teach import NETWORKS, beginning
from treebanks import treebank_files

from corefpipe.parsing.pipelines import find_base

RESULT = Path(__file__).with_suffix(".json")
VOTERS = 3
PART = 3
"""One in so many documents of the treebanks is read."""


def raw_paragraphs(corpora: Path, words: int) -> list[list[Word]]:
    """Paragraphs of novels and messages of chat."""
    novels = [text for path in sorted((corpora / "novels").glob("*.txt")) for text in novel_paragraphs(path)]
    chat = [text for path in sorted((corpora / "irc" / "train").glob("*.ascii.txt")) for text in chat_messages(path)]
    most = round(words * CHAT / (1 + CHAT))
    return [*sample(chat, most, (0, 1)), *sample(novels, words - most, (0, 1))]


def again(documents: Documents, words: int) -> Iterator[list[Sentence]]:
    """Documents in random order, as many as have so many words."""
    order = random.Random(0).sample(list(documents), len(documents))
    for document in order:
        if words <= 0:
            return
        words -= sum(len(sentence.words) for sentence in document)
        yield document


def taught(documents: Documents, start: Model, seed: int, out: Path) -> Path:
    """The folder of a student that has read documents once."""
    if not (out / "weights.npz").exists():
        network = NETWORKS["en"]
        examples = examples_of(documents, start.labels, start.pieces, seed)
        train(beginning(start, network, seed), [lambda: examples], network.rates, seed, out, fixed_words=True)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum, ewt, novels and irc")
    parser.add_argument("--work", type=Path, required=True, help="folder for the students")
    parser.add_argument("--words", type=int, default=100_000, help="of raw text; default %(default)s")
    parser.add_argument("--some", type=int, help="use only so many documents, for a try")
    args = parser.parse_args()
    gold = documents_of(treebank_files(args.corpora))[::PART][: args.some]
    dev = {
        name: documents_of(sorted((args.corpora / name / "dev").glob("*.conllu")))[: args.some]
        for name in ("gum", "ewt")
    }
    start = published(gold)
    raw, results = raw_paragraphs(args.corpora, args.words), {}

    def learn(name: str, more: list[list[Sentence]], seed: int = 1) -> Path:
        out = taught([*gold, *more], start, seed, args.work / name)
        student = Annotator.trained(out)
        results[name] = {
            of: measure(student, texts) | {"sentences": measure_sentences(student, texts)} for of, texts in dev.items()
        }
        print(name, {of: found["las"] for of, found in results[name].items()}, flush=True)
        RESULT.write_text(json.dumps({"words": args.words, "students": results}, indent=2) + "\n", encoding="utf-8")
        return out

    voters = [learn(f"treebanks, seed {seed}", [], seed) for seed in range(1, VOTERS + 1)]
    learn("treebanks, and part of them again", list(again(gold, args.words)))
    sources: dict[str, Callable[[], Annotator]] = {
        "itself": lambda: Annotator.trained(voters[0]),
        "three students": lambda: Annotator.trained(*voters),
        "en_accurate": lambda: Annotator.packaged(find_base("en_accurate")),
    }
    for name, annotator in sources.items():
        learn(f"treebanks, and raw text by {name}", annotator().parse_raw(raw))


if __name__ == "__main__":
    main()
