"""Write source distributions again without what differs between two builds: times, owners, order of files.

    SOURCE_DATE_EPOCH=1700000000 python .ci/same_sdist.py dist/*.tar.gz

Wheels need none of this: setuptools gives their files the time SOURCE_DATE_EPOCH.
"""

from __future__ import annotations

import gzip
import os
import sys
import tarfile
from pathlib import Path


def rewrite(path: Path, seconds: int) -> None:
    """Write one archive again, with all times set to `seconds` since 1970."""
    new = path.with_suffix(".new")
    with (
        tarfile.open(path) as old,
        new.open("wb") as raw,
        gzip.GzipFile("", "wb", mtime=seconds, fileobj=raw) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for member in sorted(old.getmembers(), key=lambda one: one.name):
            member.mtime, member.pax_headers = seconds, {}
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() else 0o644
            archive.addfile(member, old.extractfile(member) if member.isfile() else None)
    new.replace(path)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name), int(os.environ["SOURCE_DATE_EPOCH"]))
