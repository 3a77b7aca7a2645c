"""Resolve files in S3 and Google Cloud Storage, of two servers on this machine, and compare with local files.

    pip install 'moto[server]' s3fs gcp-storage-emulator gcsfs
    python eval/batch/clouds.py --corpora ../shared/corpora

The servers, moto and gcp-storage-emulator, are libraries for tests. Prints whether each run's results equal those of
local files byte by byte; fails if not.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from fsspec.core import url_to_fs
from measure import pieces

FILES = 40
S3, GCS = 5555, 9023
"""Ports."""
BUCKETS = ("s3://texts", "gs://texts")
ACCESS = {
    "AWS_ENDPOINT_URL": f"http://127.0.0.1:{S3}",
    "AWS_ACCESS_KEY_ID": "any",
    "AWS_SECRET_ACCESS_KEY": "any",
    "AWS_DEFAULT_REGION": "us-east-1",
    "STORAGE_EMULATOR_HOST": f"http://127.0.0.1:{GCS}",
    "FSSPEC_GS_TOKEN": "anon",
    "FSSPEC_GS_PROJECT": "any",
    "GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT": "false",  # it asks another service first
}
WAYS = (["--processes", "1"], ["--processes", "2"])
START = 30.0  # seconds


def main() -> None:
    """Start the servers, resolve, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    args = parser.parse_args()
    os.environ |= ACCESS
    texts = {
        f"d{number % 3}/{number}.txt": text
        for number, (_, text) in enumerate(islice(pieces(args.corpora / "novels"), FILES))
    }
    with tempfile.TemporaryDirectory() as name, servers():
        put(f"{name}/in", texts)
        key = resolved(f"{name}/in", f"{name}/out", [])
        assert len(key) == FILES
        wrong = 0
        for bucket in BUCKETS:
            filled(bucket, texts)
            for number, way in enumerate(WAYS):
                out = f"{bucket}/out{number}"
                equal = resolved(f"{bucket}/in", out, way) == key
                again = resolved(f"{bucket}/in", out, [*way, "--resume"]) == key
                wrong += not (equal and again)
                print(f"{bucket} {' '.join(way)}: equal {equal}, after --resume {again}", flush=True)
    sys.exit(wrong > 0)


@contextmanager
def servers() -> Iterator[None]:
    """Both servers, while they are needed."""
    folder = Path(sys.executable).parent
    commands: tuple[list[str | Path], ...] = (
        [folder / "moto_server", "-H", "127.0.0.1", "-p", str(S3)],
        [folder / "gcp-storage-emulator", "start", "--host=127.0.0.1", f"--port={GCS}", "--in-memory"],
    )
    running = [subprocess.Popen(one, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for one in commands]
    try:
        yield
    finally:
        for one in running:
            one.terminate()
            one.wait()


def filled(bucket: str, texts: dict[str, str]) -> None:
    """Make a bucket as soon as its server answers, with the texts in the folder `in`."""
    filesystem, place = url_to_fs(bucket)
    end = time.monotonic() + START
    while True:
        try:
            filesystem.mkdir(place)
            break
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(1)
    put(f"{bucket}/in", texts)


def put(folder: str, texts: dict[str, str]) -> None:
    """Write texts into a folder."""
    filesystem, place = url_to_fs(folder)
    for name, text in texts.items():
        filesystem.makedirs(f"{place}/{name}".rpartition("/")[0], exist_ok=True)
        filesystem.pipe(f"{place}/{name}", text.encode())


def resolved(folder: str, out: str, way: list[str]) -> dict[str, bytes]:
    """The files that `corefpipe resolve` writes, by their names in the folder."""
    command = [sys.executable, "-m", "corefpipe", "resolve", folder, "-o", out, "--format", "jsonl", *way]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    filesystem, place = url_to_fs(out)
    filesystem.invalidate_cache()
    found = [name for name in filesystem.find(place) if name.endswith(".jsonl") and "/.corefpipe/" not in name]
    return {name.partition(place)[2]: filesystem.cat(name) for name in found}


if __name__ == "__main__":
    main()
