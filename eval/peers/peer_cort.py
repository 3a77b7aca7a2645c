"""Run a script of cort 0.2.4.5 under Python 3.11, with four patches. Runs in cort's environment, not in ours.

    python peer_cort.py TREES WORDNET cort-train ARGUMENTS
    python peer_cort.py TREES WORDNET cort-predict-conll ARGUMENTS

1. Dependencies come from the CoNLL-U files in the folder TREES, in the order of their names, instead of from Stanford's
   Java program, which would have to be downloaded.
2. Documents are processed in this process: nltk's trees can no longer be pickled for the pool.
3. WordNet is read from a folder with `corpora/wordnet`, such as that of Debian's `wordnet-base`.
4. `perceptrons.pyx` is compiled when the environment is made (`environments.py`); `pyximport` is not used.
"""

import itertools
import re
import runpy
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import nltk
import StanfordDependencies

LEAF = re.compile(r"\([^\s()]+ [^\s()]+\)")


def sentences(folder):
    """The sentences of all CoNLL-U files of a folder."""
    for file in sorted(folder.iterdir()):
        rows = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        yield from StanfordDependencies.Corpus.from_conll(rows)


class GivenTrees:
    """Returns the next trees for those that should be converted."""

    def __init__(self, folder):
        self.sentences = sentences(folder)

    def convert_trees(self, trees):
        """As many dependency trees as there are constituency trees."""
        given = list(itertools.islice(self.sentences, len(trees)))
        for tree, sentence in zip(trees, given, strict=True):
            if len(LEAF.findall(tree)) != len(sentence):
                raise SystemExit(f"dependencies of another sentence: {tree}")
        return given


class OneProcess:
    """What cort uses of `multiprocessing.Pool`."""

    def __init__(self, maxtasksperchild):
        pass

    def map(self, function, items):
        """The results of a function for all items."""
        return [function(item) for item in items]

    def close(self):
        """Nothing to close."""

    def join(self):
        """Nothing to wait for."""


def main():
    """Patch cort, then run its script."""
    trees, wordnet, script = sys.argv[1:4]
    nltk.data.path.insert(0, wordnet)
    given = GivenTrees(Path(trees))
    StanfordDependencies.get_instance = lambda: given
    sys.modules["pyximport"] = ModuleType("pyximport")
    sys.modules["pyximport"].install = lambda setup_args: None
    from cort.coreference import instance_extractors

    instance_extractors.multiprocessing = SimpleNamespace(Pool=OneProcess)
    sys.argv = sys.argv[3:]
    runpy.run_path(str(Path(sys.executable).parent / script), run_name="__main__")


if __name__ == "__main__":
    main()
