"""Tables of whole novels."""

from __future__ import annotations

from figure_tables.registry import Rows, figure, readme, result


def _titled(novel: str) -> str:
    """What a table calls a novel, or the mean of a group."""
    if novel.startswith("mean, "):
        return f"{novel}; sum of numbers"
    title = novel.replace("_", " ").title()
    return title.replace(" And ", " and ").replace(" Of ", " of ")


@figure("novels", readme("novels"), model="en")
@figure("novels, en_accurate", readme("novels"), model="en_accurate")
def novels(model: str) -> Rows:
    """Novel, then shares of names, first persons of several speakers, and speakers by cues; cost."""
    yield (
        "novel",
        "names in the largest chain",
        "names of that chain",
        "gender",
        "first persons",
        "of several speakers",
        "in nameless chains",
        "in no chain",
        "cues",
        "speaker right",
        "*I* right",
        "*you* right",
        "CPU s",
        "MB",
    )
    for novel, one in result("novels", "result.json")[model].items():
        names, first, cues, cost = one["names"], one["first persons"], one["cues"], one.get("cost")
        yield (
            _titled(novel),
            *(f"{names[part]:.1f}" for part in ("in the largest chain", "of that chain", "gender")),
            f"{first['number']:,}",
            *(f"{first[part]:.1f}" for part in ("of several speakers", "in nameless chains", "in no chain")),
            f"{cues['speeches']:,}",
            *(f"{cues[part]:.1f}" for part in ("speakers right", "I right", "you right")),
            *((f"{cost['cpu_s']:.0f}", f"{cost['mb']:,}") if cost else ("", "")),
        )


@figure("characters", readme("novels"), model="en")
def characters(model: str) -> Rows:
    """The four members of each cast with the lowest shares: names, in the largest chain, of that chain, its name."""
    yield "novel", "character", "names", "in the largest chain", "of that chain", "name of that chain"
    for novel, one in result("novels", "result.json")[model].items():
        worst = sorted(one.get("characters", ()), key=lambda row: row["in the largest chain"] + row["of that chain"])
        for row in worst[:4]:
            shares = (f"{row[part]:.1f}" for part in ("in the largest chain", "of that chain"))
            yield _titled(novel), row["character"], f"{row['names']:,}", *shares, row["chain"]


@figure("people", readme("novels"))
def people() -> Rows:
    """Pairs of people that may be one, and how many are, by the probability that the program gives them."""
    yield "probability", "pairs", "one person"
    found = result("novels", "people.json")
    yield "all pairs", str(found["pairs"]), str(found["one"])
    for limit in (0.5, 0.6, 0.7, 0.8, 0.9):
        yield f"{limit} or more", str(found[f"over {limit}"]), str(found[f"right over {limit}"])
    yield "united", str(found["united"]), str(found["united, right"])


@figure("casts", readme("novels"))
def casts() -> Rows:
    """B-cubed of the people of casts."""
    yield "people", "precision", "recall"
    found = result("novels", "people.json")
    for name, title in (("casts", "by the forms of names"), ("casts, united", "and those united who are one")):
        yield title, *(f"{found[name][part]:.1f}" for part in ("precision", "recall"))


@figure("pronouns", readme("novels"))
def pronouns() -> Rows:
    """Pronoun, then by place the number and by model the share of those in the right chain."""
    found = result("novels", "pronouns.json")
    places = list(next(iter(found.values())))
    heads = ([f"in {place}", *(f"right, `{model}`" for model in found)] for place in places)
    yield "pronoun", *(cell for head in heads for cell in head)
    for name in next(iter(found.values()))[places[0]]:
        cells = [f"*{name}*"]
        for place in places:
            number = next(iter(found.values()))[place][name][0]
            cells += [str(number), *(f"{100 * one[place][name][1] / number:.0f} %" for one in found.values())]
        yield tuple(cells)


@figure("laws", readme("novels"))
def laws() -> Rows:
    """Novel, quotations, then each count before and after the laws of books."""
    found = result("novels", "laws.json")
    names = [
        "to oneself",
        "speaker is a pronoun",
        "characters",
        "without a name",
        "one or two mentions",
        "no people of 40",
    ]
    yield "novel", "quotations", *names
    for novel, after in found["after"].items():
        before = found["before"][novel]
        yield (
            _titled(novel.lstrip("0123456789_")),
            f"{after['quotations']:,}",
            *(f"{before[name]:,} → {after[name]:,}" for name in names),
        )
