"""Draw what is to be written: plans of texts and of twins, from a seed.

    python eval/today/draw.py texts 1-12
    python eval/today/draw.py everyday 1-50
    python eval/today/draw.py twins 1-100
    python eval/today/draw.py nouns 1-100

A plan is drawn before its text is begun, so that what a writer is used to does not become what the corpus is like.
Equal seeds give equal plans; a plan does not depend on how many others are asked for.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("plans.toml")
SEED = 2026
LEGACY = 0.6
"""Share of plans of texts whose people all come from two origins; the others mix all."""


def plans_of_texts(data: dict[str, Any]) -> Iterator[str]:
    """Yield the plans of all texts, as they are shown to a writer; the kinds take turns."""
    texts, number = data["texts"], 0
    for turn, split in enumerate(texts["split"][: texts["each"]]):
        for kind, (fewest, most, least, many, main) in texts["kinds"].items():
            number += 1
            rng = random.Random(f"{SEED} text {kind} {turn}")
            draws = {name: rng.choice(values) for name, values in texts["draws"].items() if name != "hard"}
            hard = rng.sample(texts["draws"]["hard"], 2)
            people = people_of(data["people"], rng, rng.randint(least, many))
            length = rng.randint(fewest, most)
            yield "\n".join(
                [
                    f"plan {number}: {kind}-{turn + 1} (kind {kind}, split {split}), about {length} words",
                    f"  carried by: {rng.choice(main.split())}; field: {draws['field']}; turn: {draws['turn']}; "
                    f"place: {draws['place']}",
                    f"  tone: {draws['tone']}; first sentence: {draws['opening']}; on the page: {draws['noise']}",
                    f"  lets happen, if it comes naturally: {hard[0]}; {hard[1]}",
                    "  people: " + ("; ".join(people) if people else "nobody by name"),
                ]
            )


def plans_of_everyday(data: dict[str, Any]) -> Iterator[str]:
    """Yield the plans of all everyday texts; the kinds take turns."""
    everyday, draws = data["everyday"], data["texts"]["draws"] | data["everyday"]["draws"]
    kinds = list(everyday["kinds"].items())
    for number in range(1, everyday["texts"] + 1):
        rng = random.Random(f"{SEED} everyday {number}")
        kind, (least, many) = kinds[(number - 1) % len(kinds)]
        turn = (number - 1) // len(kinds)
        split = everyday["split"][turn % len(everyday["split"])]
        drawn = {name: rng.choice(draws[name]) for name in ("field", "turn", "place", "tone", "opening")}
        traits = "; ".join(rng.sample(draws["traits"], 3))
        people = people_of(data["people"], rng, rng.randint(least, many))
        yield "\n".join(
            [
                f"plan {number}: {kind}-{turn + 1} (kind {kind}, split {split}), "
                f"{_weighted(everyday['lengths'], rng)} words, English: {_weighted(everyday['english'], rng)}",
                f"  field: {drawn['field']}; turn: {drawn['turn']}; place: {drawn['place']}; tone: {drawn['tone']}; "
                f"first sentence: {drawn['opening']}",
                f"  has: {traits}",
                "  people: " + ("; ".join(people) if people else "nobody by name"),
            ]
        )


def people_of(data: dict[str, Any], rng: random.Random, number: int) -> list[str]:
    """Draw names with a pronoun and a role each."""
    origins = list(data["names"])
    few = rng.sample(origins, 2) if rng.random() < LEGACY else origins
    drawn: list[str] = []
    taken: set[str] = set()
    while len(drawn) < number:
        gender = rng.choices(list(data["genders"]), list(data["genders"].values()))[0]
        women, men, either, surnames = data["names"][rng.choice(few)]
        pool = {"she": women, "he": men, "they": either}[gender].split()
        given = rng.choice([name for name in pool if name not in taken] or pool)
        family = rng.choice(_surnames(surnames))
        taken.add(given)
        drawn.append(f"{given} {family} ({gender}, {rng.choice(data['roles'])})")
    return drawn


def _surnames(text: str) -> list[str]:
    """Split surnames; "de Vries" is one."""
    return text.replace("de ", "de\u00a0").split(" ")


def plans_of_twins(data: dict[str, Any]) -> Iterator[str]:
    """Yield the plans of all pairs of twins of pronouns."""
    twins = data["twins"]
    for number in range(1, twins["pairs"] + 1):
        rng = random.Random(f"{SEED} twin {number}")
        yield _plan_of_twins(number, data, rng) + (_later(twins["later"], rng) if number > twins["first"] else "")


def _plan_of_twins(number: int, data: dict[str, Any], rng: random.Random) -> str:
    twins, later = data["twins"], number > data["twins"]["first"]
    pronoun = _weighted((twins["later"] if later else twins)["pronouns"], rng)
    who = _candidates(twins, pronoun, rng)
    names = ""
    if "name" in who:
        gender = {
            "she": "she",
            "her-object": "she",
            "her-possessive": "she",
            "herself": "she",
            "they-singular": "they",
            "them-singular": "they",
        }.get(pronoun, "he")
        names = " (" + ", ".join(_given(data["people"], rng, gender) for _ in range(2 + later)) + ")"
    sentences = _weighted(twins["sentences"], rng)
    split = twins["split"][(number - 1) % len(twins["split"])]
    connective = rng.choice(twins["connectives"])
    if sentences != "one sentence" and rng.random() < 0.5:
        connective = "sentences side by side"
    ground, verb, other = (rng.choice(twins[name]) for name in ("grounds", "verbs", "verbs"))
    role = rng.choice(["subject", "subject", "object or other"])
    return (
        f"{number} {split}: {pronoun}; {who}{names}; {connective}; {sentences}; ground: {ground}; "
        f"verb: {verb} or {other}; the pronoun is {role}"
    )


def _later(later: dict[str, Any], rng: random.Random) -> str:
    """What plans beyond the first also say; animals and firms among people and things now and then."""
    other = rng.choice(later["animals"] + later["mixed"])
    instead = f"; candidates instead, if they fit: {other}" if rng.random() < 0.15 else ""
    first = rng.choice(["first", "last"])
    return (
        f"; {_weighted(later['candidates'], rng)} candidates, in text a the {first} is right; the pronoun stands "
        f"{_weighted(later['place'], rng)}; scene: {rng.choice(later['scene'])}{instead}"
    )


def plans_of_nouns(data: dict[str, Any]) -> Iterator[str]:
    """Yield the plans of all pairs of twins of nouns."""
    nouns = data["nouns"]
    for number in range(1, nouns["pairs"] + 1):
        rng = random.Random(f"{SEED} noun {number}")
        split = data["twins"]["split"][(number - 1) % len(data["twins"]["split"])]
        people = "; ".join(people_of(data["people"], rng, 2))
        outcome, many = _weighted(nouns["outcome"], rng), _weighted(nouns["candidates"], rng)
        if "another" in outcome and many == "one":
            many = "two"
        yield (
            f"{number} {split}: {_weighted(nouns['anaphors'], rng)}; named: {rng.choice(nouns['named'])}; "
            f"{outcome}; {many} candidate{'' if many == 'one' else 's'}; ground: {rng.choice(nouns['ground'])}; "
            f"scene: {rng.choice(data['twins']['later']['scene'])}; people at hand: {people}"
        )


def _weighted(table: dict[str, int], rng: random.Random) -> str:
    return rng.choices(list(table), list(table.values()))[0]


def _candidates(twins: dict[str, Any], pronoun: str, rng: random.Random) -> str:
    if pronoun in {"it", "its", "itself", "this"}:
        return rng.choice(twins["things"])
    if pronoun in {"they-plural", "them-plural", "their", "their-plural", "themselves"}:
        return rng.choice(twins["groups"])
    return rng.choice(twins["people"])


def _given(people: dict[str, Any], rng: random.Random, gender: str) -> str:
    women, men, either, _ = people["names"][rng.choice(list(people["names"]))]
    return rng.choice({"she": women, "he": men, "they": either}[gender].split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["texts", "everyday", "twins", "nouns"])
    parser.add_argument("numbers", help="ordinals of plans, from 1: 3-8")
    args = parser.parse_args()
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    first, _, last = args.numbers.partition("-")
    plans = {"texts": plans_of_texts, "everyday": plans_of_everyday, "twins": plans_of_twins, "nouns": plans_of_nouns}
    drawn = list(plans[args.what](data))
    print(*drawn[int(first) - 1 : int(last or first)], sep="\n")


if __name__ == "__main__":
    main()
