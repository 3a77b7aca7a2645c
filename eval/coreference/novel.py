"""CPU seconds from the text of a novel to its chains, as a share of those of spaCy's en_core_web_sm alone.

    OMP_NUM_THREADS=1 python eval/coreference/novel.py NOVEL --spacy PYTHON

PYTHON is an interpreter that has en_core_web_sm; fresh processes, loading included, one after the other on one core.
Writes novel.json beside this file.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cost import MODELS, command, measured
from machine import machine

RESULT = Path(__file__).with_name("novel.json")
ALONE = """
import sys, spacy
nlp = spacy.load(sys.argv[1])
text = open(sys.argv[2], encoding="utf-8").read()
nlp.max_length = len(text) + 1
print(len(nlp(text)))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("novel", type=Path)
    parser.add_argument("--spacy", required=True, help="Python that has the pipeline")
    parser.add_argument("--pipeline", default="en_core_web_sm")
    parser.add_argument("--models", nargs="+", default=list(MODELS))
    args = parser.parse_args()
    result: dict[str, object] = {"machine": machine(), "novel": args.novel.name}
    alone = measured([args.spacy, "-I", "-c", ALONE, args.pipeline, str(args.novel)], rounds=1)
    result[args.pipeline] = alone
    print(args.pipeline, alone, flush=True)
    for name in args.models:
        with tempfile.TemporaryDirectory() as folder:
            found = command("resolve", args.novel, "--model", name, "-o", Path(folder) / "novel.jsonl", rounds=1)
        result[name] = found | {"share": round(found["cpu_s"] / alone["cpu_s"], 2)}
        print(name, result[name], flush=True)
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
