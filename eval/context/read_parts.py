"""Parse parts of the corpora and read them with a network, into a work folder (see `parts`).

python eval/context/read_parts.py --corpora ../shared/corpora --network build/all --work build/context PART ...
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from parts import kept_context, parsed

from corefpipe.parsing.parse import Parse
from corpora import parts_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", help="names of parts; all if there is none")
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--network", type=Path, help="its folder; without one documents are parsed only")
    parser.add_argument("--base", default="en", help="the base pipeline that parses")
    parser.add_argument("--work", type=Path, required=True)
    args = parser.parse_args()
    parts = parts_of(args.corpora)
    context = kept_context(args.network, args.work, args.base) if args.network else None
    for name in args.parts or parts:
        start, words = time.time(), 0
        docs = parsed(name, parts[name], args.base, args.work)
        for doc, _ in docs:
            parse = Parse.from_doc(doc)
            words += len(parse)
            if context is not None:
                context.reader(parse.text)
        seconds = time.time() - start
        print(f"{name}: {len(docs)} documents, {words} words, {words / seconds:.0f} words/s", flush=True)


if __name__ == "__main__":
    main()
