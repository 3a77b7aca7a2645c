"""Measure what a text costs in each way to resolve many: files, URLs, Parquet, DataFrames of pandas and of Dask.

    OMP_NUM_THREADS=1 python eval/batch/tables.py --corpora ../shared/corpora

Each way runs in a process of its own, on few and on many texts; the CPU time of a text is the difference of the two by
the number of texts between, so that loading counts apart. Writes tables.json and tables.svg; eval/figures.py writes the
table in README.md. `--way` measures only some again, `--show` none.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from dots import dot_plot
from machine import machine
from measure import pieces

if TYPE_CHECKING:
    from pandas import DataFrame

HERE = Path(__file__).resolve().parent
WORDS = 100  # per text
SIZES = (40, 240)  # texts
FILES = 4  # Parquet files of one table
SPARK = 32  # rows of a table that Spark might give
BASE = "files, `--processes 1`"
"""The way that others are compared with."""


def main() -> None:
    """Measure, write and plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=Path, default=Path("../shared/corpora"))
    parser.add_argument("--way", choices=WAYS, action="append", help="measure only this again; can be repeated")
    parser.add_argument("--show", action="store_true", help="only draw the figure of tables.json")
    parser.add_argument("--one", nargs=2, metavar=("WAY", "FOLDER"), help="run one way in this process; used by itself")
    args = parser.parse_args()
    if args.one:
        WAYS[args.one[0]](Path(args.one[1]))
        return
    path = HERE / "tables.json"
    result: dict[str, Any] = json.loads(path.read_text("utf8")) if path.is_file() else {"ways": {}}
    if not args.show:
        result |= {"machine": machine(), "words": WORDS, "texts": list(SIZES)}
        with tempfile.TemporaryDirectory() as name:
            folders = [prepared(Path(name) / str(size), args.corpora / "novels", size) for size in SIZES]
            for way in args.way or WAYS:
                result["ways"][way] = measured(way, folders)
                print(way, result["ways"][way], flush=True)
        result["ways"] = {way: result["ways"][way] for way in WAYS if way in result["ways"]}
        path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf8")
    panel = {way.replace("`", ""): {"": (row["ms per text"], 0.0)} for way, row in result["ways"].items()}
    dot_plot(HERE / "tables.svg", {"": panel}, f"CPU ms per text of {WORDS} words")


def prepared(folder: Path, novels: Path, size: int) -> Path:
    """A folder with the texts as files in `txt`, as one table in `table` and as `FILES` tables in `tables`."""
    from pandas import DataFrame

    texts = [" ".join(words.split(" ")[:WORDS]) for _, words in islice(pieces(novels), size)]
    for name in ("txt", "table", "tables"):
        (folder / name).mkdir(parents=True)
    for number, text in enumerate(texts):
        (folder / "txt" / f"{number:05d}.txt").write_text(text, encoding="utf8")
    frame = DataFrame({"text": texts})
    frame.to_parquet(folder / "table" / "all.parquet")
    for number in range(FILES):
        frame.iloc[number::FILES].to_parquet(folder / "tables" / f"{number}.parquet")
    return folder


def measured(way: str, folders: Sequence[Path]) -> dict[str, float]:
    """CPU milliseconds per text, and CPU seconds of the start."""
    seconds = []
    for folder in folders:
        before = children()
        command = [sys.executable, str(Path(__file__).resolve()), "--one", way, str(folder)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": "1"})
        seconds.append(children() - before)
    each = (seconds[1] - seconds[0]) / (SIZES[1] - SIZES[0])
    return {"ms per text": round(1000 * each, 2), "start, s": round(seconds[0] - SIZES[0] * each, 2)}


def children() -> float:
    """CPU seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def command(source: str, kind: str, *options: str) -> Callable[[Path], None]:
    """`corefpipe resolve` of a folder, by path or, if `source` begins with `file://`, by URL."""

    def run(folder: Path) -> None:
        place = folder / source.removeprefix("file://")
        given = place.as_uri() if source.startswith("file://") else str(place)
        with tempfile.TemporaryDirectory() as out:
            words = [sys.executable, "-m", "corefpipe", "resolve", given, "-o", f"{out}/out", "--format", kind]
            subprocess.run([*words, *options], check=True)

    return run


def in_memory(folder: Path) -> None:
    """`resolve_files` in this process, from and to fsspec's memory."""
    from corefpipe.batch import Settings, resolve_files
    from corefpipe.utils.paths import as_path

    as_path("memory://texts").mkdir(parents=True, exist_ok=True)
    for path in (folder / "txt").iterdir():
        (as_path("memory://texts") / path.name).write_bytes(path.read_bytes())
    assert not resolve_files(["memory://texts"], "memory://out", Settings("conll")).failed


def one_process(folder: Path) -> None:
    """`resolve_files` in this process, from and to a folder."""
    from corefpipe.batch import Settings, resolve_files

    with tempfile.TemporaryDirectory() as out:
        assert not resolve_files([folder / "txt"], Path(out) / "out", Settings("conll")).failed


def read_frame(folder: Path) -> DataFrame:
    """The table of pandas."""
    from pandas import read_parquet

    return read_parquet(folder / "table" / "all.parquet")


def whole_frame(folder: Path) -> None:
    """`resolve_frame` of the whole table."""
    from corefpipe.batch import resolve_frame

    resolve_frame(read_frame(folder))


def frames_of(rows: int) -> Callable[[Path], None]:
    """`resolve_frames` of tables of so many rows, as Spark gives them to a worker."""

    def run(folder: Path) -> None:
        from corefpipe.batch import resolve_frames

        frame = read_frame(folder)
        parts = (frame.iloc[start : start + rows] for start in range(0, len(frame), rows))
        assert sum(map(len, resolve_frames(parts))) == len(frame)

    return run


def dask_frame(folder: Path) -> None:
    """`map_partitions` of a DataFrame of Dask, computed in this process."""
    from dask import dataframe

    from corefpipe.batch import map_partitions

    map_partitions(dataframe.read_parquet(str(folder / "tables"))).compute(scheduler="synchronous")


def dask_bag(folder: Path) -> None:
    """`map_partitions` of a bag of Dask, computed in this process."""
    from dask import bag

    from corefpipe.batch import map_partitions

    texts = bag.from_sequence(read_frame(folder)["text"].tolist(), npartitions=FILES)
    map_partitions(texts).compute(scheduler="synchronous")


def in_turn(folder: Path) -> None:
    """`corefpipe.resolve` of one text after the other."""
    import corefpipe

    for text in read_frame(folder)["text"]:
        corefpipe.resolve(text)


WAYS: dict[str, Callable[[Path], None]] = {
    BASE: command("txt", "conll"),
    "files, `--processes 2`": command("txt", "conll", "--processes", "2"),
    "files at `file://`, `--processes 1`": command("file://txt", "conll"),
    "files, `resolve_files`": one_process,
    "files at `memory://`, `resolve_files`": in_memory,
    "Parquet, one file, `--processes 1`": command("table", "parquet"),
    "Parquet, four files, `--processes 2`": command("tables", "parquet", "--processes", "2"),
    "Parquet at `file://`, one file, `--processes 1`": command("file://table", "parquet"),
    "`resolve_frame`, the whole table": whole_frame,
    f"`resolve_frames`, tables of {SPARK} rows": frames_of(SPARK),
    "`resolve_frames`, tables of one row": frames_of(1),
    "`map_partitions`, DataFrame of Dask, four partitions": dask_frame,
    "`map_partitions`, bag of Dask, four partitions": dask_bag,
    "`corefpipe.resolve`, one text after the other": in_turn,
}


if __name__ == "__main__":
    main()
