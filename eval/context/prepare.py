"""Write examples of parts of the corpora, which `teach.py` learns from, into a work folder.

    python eval/context/prepare.py ontogum.free web.75 soft --corpora ../shared/corpora --work build/context

Parts are "ontogum.free", its training documents that are free, "ontogum.free75", a percentage of them, "ontogum.dev";
"web" and "written" with "dev" or a percentage of train (`--share` of `eval/resolver/train.py`); "litbank.train";
"gap.train", "gap.dev"; "trees.rest", the documents of EWT train of which nothing else is known, "trees.dev";
"twins.train", "twins.dev", "nouns.train", "nouns.dev"; "winogrande.train"; "raw", raw text (`--raw`), and "soft", what
of it a teacher has marked (`--marks`).
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from base_recipe import read_documents, treebank_files
from examples import PAIRS, PARTIAL, TREES, WHOLE, Example, kept, marked, together
from from_docs import example_of, raw_examples
from parts import documents
from spacy.language import Language
from trees import Trees, examples_of_trees

from corefpipe import read
from corefpipe.document import Document
from corefpipe.parsing.annotate import annotate
from corefpipe.parsing.pipelines import load_base
from corpora import gum_files, today

TOGETHER = {"gap": 8, "twins": 24, "nouns": 24, "winogrande": 24}
"""Short texts of an example."""


@dataclass(frozen=True)
class Preparing:
    """Makes examples.

    Attributes:
        corpora: folder of the corpora.
        nlp: the base pipeline that parses: where the heads of mentions are, and sentences in raw text.
        raw, marks: files of raw text, and of what a teacher says of it.
    """

    corpora: Path
    nlp: Language
    raw: Path | None
    marks: Path | None

    def __call__(self, name: str) -> Iterator[Example]:
        """The examples of a part, with what treebanks say of their words."""
        every = self._examples(name)
        if name.split(".")[0] in ("ontogum", "web"):
            every = (replace(one, gold=self._trees.gold(one)) for one in every)
        return iter(every)

    @cached_property
    def _trees(self) -> Trees:
        return Trees(document for path in treebank_files(self.corpora) for document in read_documents(path))

    def _examples(self, name: str) -> Iterable[Example]:
        corpus, _, part = name.partition(".")
        if corpus == "soft":
            return self._soft()
        if corpus == "raw":
            return self._raw()
        if corpus == TREES:
            return self._of_trees(part)
        if corpus == "ontogum":
            return self._ontogum(part)
        if corpus == "litbank":
            return self._litbank(part)
        if corpus in ("web", "written"):
            return self._today(corpus, part)
        if corpus == "gap":
            file = "gap-development.tsv" if part == "train" else "gap-validation.tsv"
            return self._pairs(documents(self.corpora / "gap" / file), TOGETHER[corpus] if part == "train" else 1)
        if corpus in ("twins", "nouns"):
            chosen = today.twins(part, corpus == "nouns")
            return self._pairs(chosen, TOGETHER[corpus] if part == "train" else 1)
        if corpus == "winogrande":
            every = read(self.corpora / "sense" / f"{part}.jsonl", "winograd")
            larger = (one for one in every if not one.name.startswith("dpr"))
            return self._pairs(larger, TOGETHER[corpus] if part == "train" else 1)
        raise SystemExit(f"no part {name}: see --help")

    def _ontogum(self, part: str) -> Iterator[Example]:
        of = "train" if part.startswith("free") else part
        chosen = documents(self.corpora / "ontogum" / of)
        if part.startswith("free"):
            free = {path.stem for path in gum_files(self.corpora, free=True)}
            share = int(part.removeprefix("free") or 100)
            chosen = today.shares([one for one in chosen if one.name in free], share)
        singletons = {one.name: one for one in documents(self.corpora / "gum" / of)}
        for annotated in annotate(chosen, self.nlp):
            key = annotated[1]
            with_all = singletons.get(key.name)
            same = with_all is not None and list(with_all.words) == list(key.words)
            yield example_of(annotated, WHOLE, with_all if same else None)

    def _of_trees(self, part: str) -> Iterator[Example]:
        annotated = {one.name for one in today.web(self.corpora)} if part == "rest" else set()
        for path in treebank_files(self.corpora, "train" if part == "rest" else part):
            if part == "rest" and path.parents[1].name != "ewt":
                continue
            named = zip((one.name for one in documents(path)), read_documents(path), strict=True)
            yield from examples_of_trees((name, of) for name, of in named if name not in annotated)

    def _litbank(self, part: str) -> Iterator[Example]:
        for annotated in annotate(documents(self.corpora / "litbank" / part), self.nlp):
            # Other kinds of things than LitBank annotates may corefer as well.
            yield example_of(annotated, PARTIAL)

    def _today(self, corpus: str, part: str) -> Iterator[Example]:
        find = partial(today.web, self.corpora) if corpus == "web" else today.written
        chosen = today.shares(find("train"), int(part)) if part.isdigit() else find(part)
        for annotated in today.from_raw_text(chosen, self.nlp):
            yield example_of(annotated, WHOLE)

    def _pairs(self, chosen: Iterable[Document], number: int) -> Iterator[Example]:
        found = [example_of(annotated, PAIRS) for annotated in annotate(chosen, self.nlp)]
        found = [one for one in found if one.pairs is not None and len(one.pairs)]
        for start in range(0, len(found), number):
            yield together(found[start : start + number]) if number > 1 else found[start]

    def _soft(self) -> Iterator[Example]:
        if self.marks is None:
            raise SystemExit("the part soft needs --marks")
        with np.load(self.marks) as arrays:
            marks = dict(arrays)
        yield from marked(self._raw(set(marks["names"].tolist())), marks)

    def _raw(self, names: set[str] | None = None) -> Iterator[Example]:
        if self.raw is None:
            raise SystemExit("the parts raw and soft need --raw")
        # Documents whose annotation decides how far to trust the network are left out.
        web = today.web(self.corpora)
        held_out = {one.name for one in web} - {one.name for one in today.shares(web, 75)}
        with lzma.open(self.raw, "rt", encoding="utf-8") as lines:
            every = (_raw_document(json.loads(line)) for line in lines)
            chosen = (one for one in every if one.name.rpartition(".")[0] not in held_out)
            yield from raw_examples(annotate((one for one in chosen if not names or one.name in names), self.nlp))


def _raw_document(row: dict[str, Any]) -> Document:
    starts = np.flatnonzero(np.diff(row["sents"], prepend=-1)).tolist()
    return Document(row["name"], words=row["words"], mentions=[], sentence_starts=starts, speakers=row["speakers"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="+", help="names of parts")
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--base", default="en", help="the base pipeline that parses")
    parser.add_argument("--raw", type=Path, help="file of raw documents, .jsonl.xz")
    parser.add_argument("--marks", type=Path, help="file of a teacher's marks, .npz")
    parser.add_argument("--work", type=Path, required=True, help="folder that is kept")
    args = parser.parse_args()
    nlp = load_base(args.base)
    make = Preparing(args.corpora, nlp, args.raw, args.marks)
    for name in args.parts:
        examples = kept(name, args.work, partial(make, name))
        print(f"{name}: {len(examples)} examples, {sum(map(len, examples))} words", flush=True)


if __name__ == "__main__":
    main()
