"""Writes table.md, and figure.svg where matplotlib is installed, from result.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def shown(value: object) -> object:
    """A value in words."""
    return ", ".join(f"{name}: {number}" for name, number in value.items()) if isinstance(value, dict) else value


def text(result: Mapping[str, Any]) -> str:
    """All tables."""
    ways, latency, memory, overload = (result[part] for part in ("throughput", "latency", "memory", "overload"))
    heads = list(next(iter(ways.values())))
    parts = [
        table(["way", *heads], [[way, *row.values()] for way, row in ways.items()]),
        table(
            ["clients", *next(iter(latency.values())), "p50 to that of 1 client", "p99 to p50"],
            [
                [
                    n,
                    *row.values(),
                    f"{row['p50 ms'] / latency['1']['p50 ms']:.1f}",
                    f"{row['p99 ms'] / row['p50 ms']:.2f}",
                ]
                for n, row in latency.items()
            ],
        ),
        table(list(memory[0]), [row.values() for row in memory]),
        table(["overload", ""], [[what, shown(value)] for what, value in overload.items()]),
        f"{result['seconds']} s in all; mean load of the machine in the last five minutes: {result['load average']}.",
    ]
    return "\n\n".join(parts) + "\n"


def plot(result: Mapping[str, Any], path: Path) -> None:
    """Latency by number of clients, and memory by number of requests."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "serving"}
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    clients = [int(number) for number in result["latency"]]
    for what in ("p50 ms", "p99 ms"):
        left.plot(clients, [row[what] for row in result["latency"].values()], "o-", label=what)
    left.set(title="Latency", xlabel="clients", ylabel="ms", xscale="log", yscale="log", xticks=clients)
    left.set_xticks(clients, clients)
    left.minorticks_off()
    left.legend()
    for what in ("server MB", "worker MB"):
        right.plot(
            [row["requests"] for row in result["memory"]], [row[what] for row in result["memory"]], "o-", label=what
        )
    right.set(title="Private memory", xlabel="requests", ylabel="MB", ylim=(0, None))
    right.legend()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Write both."""
    result = json.loads((HERE / "result.json").read_text(encoding="utf-8"))
    (HERE / "table.md").write_text(text(result), encoding="utf-8")
    try:
        plot(result, HERE / "figure.svg")
    except ModuleNotFoundError:
        print("matplotlib is not installed: no figure")


if __name__ == "__main__":
    main()
