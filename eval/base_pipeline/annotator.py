"""What a trained teacher makes of text: sentences with tags, trees, types and names; and how good that is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from convert import documents_of
from ensemble import Ensemble
from export import relations_model, windows_model
from gum import Sentence, Word, untold
from learning import Model
from names import read_names
from teacher_windows import gaps_of
from treebanks import TREEBANKS

from corefpipe.lexicon import load_lexicon
from corefpipe.network.pieces import WordPieces
from corefpipe.parsing.encoder.files import read_files, read_labels, read_network, read_pieces
from corefpipe.parsing.encoder.labels import UNKNOWN, names_of_tags
from corefpipe.parsing.encoder.onnx_network import OnnxNetwork
from corefpipe.parsing.encoder.parser import EncoderParser, Network, Parsed
from corefpipe.parsing.encoder.windows import Run


class Annotator:
    """Annotates with a network.

    Args:
        network: that scores windows.
        labels: of each task.
        pieces: the word pieces by number.
    """

    def __init__(self, network: Network, labels: dict[str, list[str]], pieces: list[str]):
        self._labels = labels
        self._parser = EncoderParser(network, WordPieces(pieces), labels["name"], load_lexicon())

    @classmethod
    def trained(cls, *folders: Path) -> Annotator:
        """Of models with their full weights, as `learning.train` wrote them: one, or several that vote."""
        models = [Model.read(folder) for folder in folders]
        networks = [onnx_network(model) for model in models]
        network = networks[0] if len(networks) == 1 else Ensemble(networks)
        return cls(network, models[0].labels.values, models[0].pieces)

    @classmethod
    def of(cls, folder: Path) -> Annotator:
        """Of what `learning.train` wrote, or of the pipeline in a folder."""
        return cls.packaged(folder) if (folder / "encoder").is_dir() else cls.trained(folder)

    @classmethod
    def packaged(cls, folder: Path) -> Annotator:
        """Of the encoder in the folder of a pipeline."""
        files = read_files(folder / "encoder")
        return cls(read_network(files), read_labels(files), read_pieces(files))

    def parse(self, documents: Sequence[Sequence[Sentence]], spaced: bool = True) -> list[list[Sentence]]:
        """Annotate the given sentences of documents; only their words and spaces are read.

        Args:
            documents: sentences in the order of the text.
            spaced: whether their spaces are known.
        """
        words = [[word for one in document for word in one.words] for document in documents]
        starts = [[1 if i == 0 else -1 for one in document for i in range(len(one.words))] for document in documents]
        return self._annotated(words, starts, spaced)

    def parse_raw(self, paragraphs: Sequence[Sequence[Word]], spaced: bool = True) -> list[list[Sentence]]:
        """Divide the words of paragraphs into sentences, and annotate these."""
        return self._annotated(paragraphs, [[0] * len(words) for words in paragraphs], spaced)

    def _annotated(
        self, texts: Sequence[Sequence[Word]], starts: list[list[int]], spaced: bool
    ) -> list[list[Sentence]]:
        runs = [
            Run([word.form for word in words], gaps_of(words) if spaced else [UNKNOWN] * len(words), np.array(start))
            for words, start in zip(texts, starts, strict=True)
        ]
        return [self._sentences(words, one) for words, one in zip(texts, self._parser(runs), strict=True)]

    def _sentences(self, words: Sequence[Word], parsed: Parsed) -> list[Sentence]:
        values, of = self._labels, {task: ids.tolist() for task, ids in parsed.labels.items()}
        tags = [values["name"][number] for number in of["name"]]
        found = []
        for start, end in pairwise([*np.flatnonzero(parsed.starts).tolist(), len(words)]):
            told = []
            for i in range(start, end):
                upos, _, feats = values["morph"][of["morph"][i]].partition("|")
                head = int(parsed.heads[i])
                told.append(
                    replace(
                        words[i],
                        upos=upos,
                        xpos=values["tag"][of["tag"][i]],
                        feats=feats,
                        head=head - start,
                        deprel="root" if head == i else values["dep"][of["dep"][i]],
                        entity_type=values["type"][of["type"][i]],
                    )
                )
            found.append(Sentence(told, False, names_of_tags(tags[start:end]), typed=True))
        return found


def onnx_network(model: Model) -> OnnxNetwork:
    files = (windows_model(model), relations_model(model.heads))
    return OnnxNetwork(*(one.SerializeToString() for one in files))


def measure(annotator: Annotator, documents: Sequence[list[Sentence]]) -> dict[str, float]:
    """Accuracies in percent on gold words and sentences (LAS without punctuation, without and with subtypes)."""
    counts: Counter[str] = Counter()
    pairs = [
        (a, b)
        for gold, guess in zip(documents, annotator.parse(documents), strict=True)
        for one, other in zip(gold, guess, strict=True)
        for a, b in zip(one.words, other.words, strict=True)
    ]
    for a, b in pairs:
        counts["words"] += 1
        counts["xpos"] += a.xpos == b.xpos
        counts["upos"] += a.upos == b.upos
        counts["feats"] += a.feats == b.feats
        if a.deprel != "punct":
            counts["trees"] += 1
            counts["uas"] += a.head == b.head
            same = a.deprel.partition(":")[0] == b.deprel.partition(":")[0]
            counts["las"] += a.head == b.head and same
            counts["las with subtypes"] += a.head == b.head and a.deprel == b.deprel
    total = {"uas": "trees", "las": "trees", "las with subtypes": "trees"}
    return {
        name: round(100 * counts[name] / counts[total.get(name, "words")], 2)
        for name in ("xpos", "upos", "feats", "uas", "las", "las with subtypes")
    }


def measure_sentences(annotator: Annotator, documents: Sequence[list[Sentence]]) -> float:
    """F of sentences in percent, in the paragraphs of documents with gold words."""
    paragraphs: list[list[Sentence]] = []
    for document in documents:
        for sentence in document:
            if sentence.new_paragraph or not paragraphs:
                paragraphs.append([])
            paragraphs[-1].append(sentence)
    words = [[word for sentence in one for word in sentence.words] for one in paragraphs]
    counts: Counter[str] = Counter()
    for gold, guess in zip(paragraphs, annotator.parse_raw(words), strict=True):
        ends, found = (set(pairwise(accumulate((len(s.words) for s in one), initial=0))) for one in (gold, guess))
        counts["both"] += 2 * len(ends & found)
        counts["all"] += len(ends) + len(found)
    return round(100 * counts["both"] / max(counts["all"], 1), 2)


def measure_names(annotator: Annotator, path: Path) -> float:
    """F of exact names, in percent."""
    sentences = read_names(path)
    found = annotator.parse([[untold(one.words, one.spaces())] for one in sentences], spaced=False)
    gold = {(i, *name) for i, sentence in enumerate(sentences) for name in sentence.names}
    guess = {(i, *name) for i, (sentence,) in enumerate(found) for name in sentence.names or ()}
    return round(200 * len(gold & guess) / max(len(gold) + len(guess), 1), 2)


def write_measures(folder: Path, corpora: Path) -> None:
    """Measure the teacher of a folder on the dev parts; print the figures and write them beside it."""
    annotator, figures = Annotator.trained(folder), {}
    for treebank in TREEBANKS:
        dev = documents_of(sorted((corpora / treebank / "dev").glob("*.conllu")))
        figures[treebank] = measure(annotator, dev) | {"sentences": measure_sentences(annotator, dev)}
        print(treebank, figures[treebank], flush=True)
    figures["names on ewt/dev"] = {"names F": measure_names(annotator, corpora / "ner" / "uner-ewt-dev.iob2")}
    print(figures, flush=True)
    (folder / "figures.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
