"""Resolve a text file by `corefpipe.resolve`."""

import sys
from pathlib import Path

import corefpipe

document = corefpipe.resolve(Path(sys.argv[1]).read_text(encoding="utf-8"))
print(f"{len(document.words)} tokens, {len(document.chains())} chains")
