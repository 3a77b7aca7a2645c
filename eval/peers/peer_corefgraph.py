"""Run corefgraph 1.2.3 over a folder of NAF files, with its default sieves. Runs under Python 2.7, not in ours.

python2.7 peer_corefgraph.py IN OUT
"""

import os
import sys

from corefgraph.process.file import generate_parser, process


def read(path):
    """Bytes of a file."""
    with open(path, "rb") as stream:
        return stream.read()


def main():
    """Write one CoNLL file per document."""
    source, target = sys.argv[1:]
    for name in sorted(name[: -len(".naf")] for name in os.listdir(source) if name.endswith(".naf")):
        # Bytes: corefgraph takes trees and speakers in unicode for something else.
        naf, trees, speakers = (read(os.path.join(source, name + end)) for end in (".naf", ".trees", ".speakers"))
        config = generate_parser().parse_args(["--writer", "CONLL", "--document_id", name])
        with open(os.path.join(target, name + ".conll"), "w") as output:
            process(config, naf, trees, speakers or None, output)


if __name__ == "__main__":
    main()
