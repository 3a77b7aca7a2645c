"""Choose the settings of each row of Table 1 on every fifth document of train, with training on the others.

    python eval/l3m_table1/search.py --corpora ../shared/corpora

Writes settings.json beside this file. Finished trials are kept in the folder `work`, so that an interrupted run can be
continued.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from competitors import ROWS, TECHNIQUES
from parsed import CORPORA, HERE, WORK, digest, held_out, known, write

from corefpipe.tuning import Prepared, measure_named, ranked, tune

SETTINGS = HERE / "settings.json"


def main() -> None:
    """Search and write the settings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--corpus", choices=CORPORA, action="append", help="can be repeated; default: both")
    parser.add_argument("--technique", choices=TECHNIQUES, action="append", help="can be repeated; default: all")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    for corpus in args.corpus or CORPORA:
        prepared = held_out(args.corpora, corpus)
        for title in args.technique or TECHNIQUES:
            search(corpus, title, prepared, args.processes)


def search(corpus: str, title: str, prepared: Prepared, processes: int) -> None:
    """Try the grid of a technique; write the best settings of each of its rows, with the scores of all trials."""
    technique = TECHNIQUES[title]
    folder = WORK / corpus / digest(prepared) / technique.learner
    trials = tune(
        folder, prepared, technique.learner, technique.decoder, technique.grid, technique.passes,
        settings=technique.settings, processes=processes, verbose=True,
    )  # fmt: skip
    varied = [*technique.grid, *(["passes"] if technique.passes else [])]
    found = known(SETTINGS)
    for row in ROWS:
        if row.technique == title:
            best = ranked([trial for trial in trials if row.takes(trial.settings)], measure_named("conll"))[0]
            settings = {name: best.settings[name] for name in varied}
            found.setdefault(corpus, {})[row.title] = {"settings": settings, "held out": best.scores["conll"]}
            print(corpus, row.title, settings, f"{100 * best.scores['conll']:.2f}", flush=True)
    write(SETTINGS, found, indent=1)


if __name__ == "__main__":
    main()
