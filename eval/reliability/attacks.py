"""What hostile and unlucky inputs do to corefpipe: each runs in a fresh process with limits on time and memory.

Usage: python eval/reliability/attacks.py --corpora ../shared/corpora [--label after] [--package FOLDER] [--only NAME …]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import hostile

HERE = Path(__file__).resolve().parent
MEMORY = 8 * 2**30  # bytes of address space
SECONDS = 400  # of CPU time; it was 200 when the commit of the column "before" was attacked
SNIPPETS = HERE / "snippets"

Command = list[str]


@dataclass(frozen=True)
class Place:
    """Where an attack finds and writes files.

    Attributes:
        folder: an empty folder.
        corpora: the folder with novels.
        package: the checkout under test.
    """

    folder: Path
    corpora: Path
    package: Path

    @property
    def model(self) -> Path:
        """The packaged resolver."""
        return self.package / "corefpipe" / "models" / "en" / "resolver"


@dataclass(frozen=True)
class Found:
    """What happened: CPU and wall seconds, peak memory in MB, exit code (None: over the time limit), last words."""

    cpu: float
    wall: float
    memory: int
    code: int | None
    said: str


def resolve(*arguments: str | Path) -> Command:
    """`corefpipe resolve` into a JSON lines file."""
    return ["-m", "corefpipe", "resolve", *map(str, arguments), "-o", "found.jsonl"]


def convert(file: Path) -> Command:
    """`corefpipe convert` to JSON lines."""
    return ["-m", "corefpipe", "convert", str(file), "found.jsonl"]


def score(*arguments: str | Path) -> Command:
    """`corefpipe score`."""
    return ["-m", "corefpipe", "score", *map(str, arguments)]


def snippet(name: str, *arguments: str | Path) -> Command:
    """A Python script in `snippets/` that prints one line."""
    return [str(SNIPPETS / f"{name}.py"), *map(str, arguments)]


def as_conllu(place: Place) -> Command:
    return resolve(hostile.conllu(place.folder, [["word"] * 10_000]), "--parse", "given")


def shared_heads(match: str) -> Callable[[Place], Command]:
    def command(place: Place) -> Command:
        return score(*hostile.shared_heads(place.folder, 1000), "--match", match)

    return command


def onto_itself(place: Place) -> Command:
    file = hostile.text(place.folder, "Ann lost her keys. She found them.\n", "x.txt")
    return ["-m", "corefpipe", "resolve", str(file), "-o", str(file)]


def without_chains(place: Place) -> Command:
    key = hostile.text(place.folder, "#begin document (k); part 000\nk 0 0 Ann (1)\n\n#end document\n", "key.conll")
    return score(key, hostile.text(place.folder, "Ann\n", "k.txt"))


def same_names(place: Place) -> Command:
    files = []
    for name in "ab":
        (place.folder / name).mkdir()
        files.append(hostile.text(place.folder / name, "Ann lost her keys. She found them.\n", "x.txt"))
    return snippet("same_names", *files)


def model(change: str) -> Callable[[Place], Command]:
    def command(place: Place) -> Command:
        changed = hostile.changed_model(place.model, place.folder, change)
        return ["-m", "corefpipe", "resolve", "--text", "Ann lost her keys.", "--model", str(changed)]

    return command


def words(write: Callable[..., Path], number: int) -> Callable[[Place], Command]:
    def command(place: Place) -> Command:
        return resolve(write(place.folder, hostile.tokens_of(place.corpora, number)))

    return command


def text(make: Callable[[Place], str]) -> Callable[[Place], Command]:
    return lambda place: resolve(hostile.text(place.folder, make(place)))


ATTACKS: Mapping[str, Callable[[Place], Command]] = {
    "500,000 words of novels, text": text(lambda place: hostile.novel(place.corpora, 500_000)),
    "500,000 words of novels, `corefpipe.resolve(text)`": lambda place: snippet(
        "in_python", hostile.text(place.folder, hostile.novel(place.corpora, 500_000))
    ),
    "500,000 words of novels, JSON lines": words(hostile.jsonl, 500_000),
    "500,000 words of novels, CoNLL-2012": words(hostile.conll, 500_000),
    "555 kB of minified JSON": text(lambda place: hostile.minified_json(555_000)),
    "300,000 quotation marks": text(lambda place: '"' * 300_000),
    "one word 500,000 times": text(lambda place: "dog " * 500_000),
    "a word of a million letters": text(lambda place: "a" * 1_000_000),
    "\"John's brother's \" 8,000 times": text(lambda place: "John's brother's " * 8000 + "dog left."),
    "20,000 names in a row": text(lambda place: ", ".join(f"Ann{i} Bell" for i in range(20_000)) + " left."),
    "100,000 pronouns": text(lambda place: "he saw her and " * 25_000),
    "500,000 pronouns": text(lambda place: "he her " * 250_000),
    "333,000 distinct names in 500,000 words": text(lambda place: hostile.distinct_names(333_000)),
    "a flat tree of 10,000 words, CoNLL-U": as_conllu,
    "1,000 mentions a side with one head, `--match head`": shared_heads("head"),
    "1,000 mentions a side with one head, `--match partial`": shared_heads("partial"),
    "a packed CoNLL file, one document of 40,000,000 words (2.6 MB)": lambda place: convert(
        hostile.packed_conll(place.folder, 40_000_000)
    ),
    "a `.spacy` file that claims 4 GB": lambda place: resolve(hostile.docbin_bomb(place.folder)),
    "`resolve x.txt -o x.txt`": onto_itself,
    "`score key.conll k.txt`": without_chains,
    "two inputs named x.txt": same_names,
    "all weights that select mentions are NaN": model("nan"),
    "weights of 256 GB": model("huge"),
    "5,000 nested brackets in resolver.toml": model("nested"),
    "`base` is any package": model("base"),
    '`singletons = "yes"`': model("singletons"),
    "`--threshold nan`": lambda place: resolve("--text", "Ann lost her keys.", "--threshold", "nan"),
    "correlation clustering of scores of 5e307": lambda place: snippet("overflow"),
    "local search, 2,500 items, limit of 1 s": lambda place: snippet("local_search"),
    "ties, constraints that constrain nothing": lambda place: snippet("ties"),
    "repeated spans, official profile, 1,000 counts": lambda place: snippet(
        "repeats", place.corpora.parent / "scorer" / "official_repeats.json"
    ),
}


def prepared(name: str, place: Place) -> Command:
    """Write the files of an attack, in a process of its own, whose memory does not count as that of the command."""
    with ProcessPoolExecutor(1) as pool:
        return pool.submit(prepare, name, place).result()


def prepare(name: str, place: Place) -> Command:
    """Write the files of an attack; return the command."""
    return ATTACKS[name](place)


def run(command: Command, place: Place) -> Found:
    """Run a command of the package under test, within the limits."""
    environment = {**os.environ, "PYTHONPATH": f"{place.package}:{place.folder}", "OMP_NUM_THREADS": "1"}
    streams = {name: (place.folder / f".{name}").open("w+b") for name in ("stdout", "stderr")}
    start = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, *command],
        cwd=place.folder,
        env=environment,
        preexec_fn=_limit,
        stdin=subprocess.DEVNULL,
        **streams,
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = code = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    lines = [line for name in ("stdout", "stderr") for line in _lines(streams[name], place.folder)]
    memory = usage.ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10)
    cpu = usage.ru_utime + usage.ru_stime
    over = code in (-signal.SIGXCPU, -signal.SIGKILL)
    return Found(round(cpu, 1), round(wall, 1), int(memory), None if over else code, lines[-1][:160] if lines else "")


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))


def _lines(stream, folder: Path) -> list[str]:
    stream.seek(0)
    text = stream.read().decode("utf-8", "replace").replace(str(folder) + "/", "")
    stream.close()
    return [line.strip() for line in text.splitlines() if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--label", default="after")
    parser.add_argument("--package", type=Path, default=HERE.parents[1], help="the checkout under test")
    parser.add_argument("--only", nargs="*", help="parts of names of attacks")
    options = parser.parse_args()
    for name in ATTACKS:
        if options.only and not any(part in name for part in options.only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            place = Place(Path(folder), options.corpora.resolve(), options.package.resolve())
            found = run(prepared(name, place), place)
        print(f"{name}: {found}", flush=True)
        record(options.label, name, found)


def record(label: str, name: str, found: Found) -> None:
    """Add one result to `result.json`; the order is that of the attacks."""
    file = HERE / "result.json"
    results = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    known = {**results.get(label, {}), name: asdict(found)}
    results[label] = {one: known[one] for one in ATTACKS if one in known}
    file.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
