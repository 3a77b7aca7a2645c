"""Parse each document of gum/train with a pipeline that was trained without it.

The coreference resolver is trained on the same documents; held-out parses contain the errors that it
will see in new text. Writes one CoNLL-U file per document of the input folder: its words, sentences, comments
and MISC stay, the other columns are predicted, and MISC gains `EType=` on typed mention heads.

    python eval/base_pipeline/jackknife.py --corpora ../shared/corpora \\
        --input ../shared/corpora/ontogum-ud/train --out build/base_pipeline/jackknife
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from convert import Sources
from names import named_files
from spacy.language import Language
from spacy.tokens import Doc, Token
from train import prepare, train
from treebanks import treebank_files

import corefpipe.parsing.entity_typer  # noqa: F401  registers the factory

FOLDS = 5
# Half of the full training: slightly worse and twice as fast.
STEPS = 4000


def parse_file(nlp: Language, source: Path, target: Path) -> None:
    """Parse one CoNLL-U document, with words and sentences as given."""
    lines = source.read_text(encoding="utf-8").split("\n")
    words: list[str] = []
    starts: list[bool] = []
    for line in lines:
        columns = line.split("\t")
        if columns[0].isdigit():
            words.append(columns[1])
            starts.append(columns[0] == "1")
    tokens = iter(nlp(Doc(nlp.vocab, words=words, sent_starts=starts)))
    written = []
    for line in lines:
        columns = line.split("\t")
        # Empty nodes are part of the gold enhanced graph.
        if re.fullmatch(r"\d+\.\d+", columns[0]):
            continue
        if columns[0].isdigit():
            line = "\t".join(predicted_row(next(tokens), columns))
        written.append(line)
    target.write_text("\n".join(written), encoding="utf-8")


def predicted_row(token: Token, columns: list[str]) -> list[str]:
    """The CoNLL-U row of a word with predicted annotation."""
    number, form, misc = columns[0], columns[1], columns[9]
    if token.head.i == token.i:
        head, deprel = "0", "root"
    else:
        # The distance to the head is the same in the sentence as in the document.
        head, deprel = str(int(number) + token.head.i - token.i), token.dep_
    if token._.entity_type:
        pairs = [] if misc == "_" else misc.split("|")
        misc = "|".join(sorted([*pairs, f"EType={token._.entity_type}"]))
    feats = str(token.morph) or "_"
    return [number, form, token.lemma_, token.pos_, token.tag_, feats, head, deprel, "_", misc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, required=True, help="folder with gum/ and novels/")
    parser.add_argument("--input", type=Path, required=True, help="CoNLL-U documents to parse")
    parser.add_argument("--out", type=Path, required=True, help="folder for the parsed documents")
    parser.add_argument("--folds", type=int, default=FOLDS, help=f"default {FOLDS}")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"per fold, default {STEPS}")
    parser.add_argument(
        "--work",
        type=Path,
        default=Path("build/base_pipeline"),
        help="folder with the vectors and pretrained weights",
    )
    args = parser.parse_args()
    if args.folds < 2:
        parser.error("--folds must be at least 2")
    try:
        train_paths = treebank_files(args.corpora)
        dev_paths = treebank_files(args.corpora, "dev", genres=None)
        gum = [path for path in treebank_files(args.corpora, genres=None) if path.parent.parent.name == "gum"]
        prepare(args.corpora, args.work)
    except FileNotFoundError as error:
        parser.error(str(error))
    names = named_files(args.corpora)
    missing = [path.name for path in gum if not (args.input / path.name).exists()]
    if missing:
        parser.error(f"{args.input} lacks {len(missing)} of the documents, such as {missing[0]}")
    args.out.mkdir(parents=True, exist_ok=True)
    for fold in range(args.folds):
        # Every K-th document: the files are sorted by genre, so each fold has its share of each.
        held_out = gum[fold :: args.folds]
        rest = [path for path in train_paths if path not in held_out]
        settings = {"training__max_steps": args.steps, "training__eval_frequency": args.steps}
        nlp = train(Sources(rest, names), dev_paths, args.work, f"fold{fold}", **settings)
        for path in held_out:
            parse_file(nlp, args.input / path.name, args.out / path.name)
        print(f"fold {fold + 1} of {args.folds}: {len(held_out)} documents parsed", flush=True)


if __name__ == "__main__":
    main()
