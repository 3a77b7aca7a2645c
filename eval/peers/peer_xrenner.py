"""Run xrenner over a folder of CoNLL-U files. Runs in xrenner's environment, not in ours.

    python peer_xrenner.py IN OUT rules
    python peer_xrenner.py IN OUT learned

`learned` also uses the packaged classifiers, which need the Python 3.7, scikit-learn and xgboost of their time. The
model follows OntoNotes' guidelines, as OntoGUM does. The neural tagger does not run: its weights are a download.
"""

import sys
from pathlib import Path

from xrenner import Xrenner


def main():
    """Write one CoNLL file per document."""
    source, target, kind = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    xrenner = Xrenner("eng", rule_based=kind == "rules", no_seq=True)
    # Levels out the types of a chain after it is made; stops on an empty chain, which 14 of 30 documents have.
    xrenner.lex.filters["force_single_type_chains"] = False
    for file in sorted(source.iterdir()):
        (target / (file.stem + ".conll")).write_text(xrenner.analyze(str(file), "conll"), encoding="utf-8")


if __name__ == "__main__":
    main()
