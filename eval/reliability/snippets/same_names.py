"""Resolve two files of the same name into one; print the names of the documents."""

import subprocess
import sys
from pathlib import Path

command = [sys.executable, "-m", "corefpipe", "resolve", *sys.argv[1:], "-o", "found.conll"]
done = subprocess.run(command, check=False, capture_output=True, text=True)
if done.returncode:
    raise SystemExit(done.stderr)
lines = Path("found.conll").read_text(encoding="utf-8").splitlines()
print(" and ".join(line for line in lines if line.startswith("#begin")))
