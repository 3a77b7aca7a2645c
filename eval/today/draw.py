"""Draw what is to be written: plans of texts and of twins, from a seed.

    python eval/today/draw.py texts 1-12
    python eval/today/draw.py twins 1-100

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
    """Yield the plans of all pairs of twins."""
    twins = data["twins"]
    for number in range(1, twins["pairs"] + 1):
        rng = random.Random(f"{SEED} twin {number}")
        pronoun = rng.choices(list(twins["pronouns"]), list(twins["pronouns"].values()))[0]
        who = _candidates(twins, pronoun, rng)
        names = ""
        if "name" in who:
            gender = {"she": "she", "her-object": "she", "her-possessive": "she", "they-singular": "they"}.get(
                pronoun, "he"
            )
            names = " (" + ", ".join(_given(data["people"], rng, gender) for _ in range(2)) + ")"
        sentences = rng.choices(list(twins["sentences"]), list(twins["sentences"].values()))[0]
        split = twins["split"][(number - 1) % len(twins["split"])]
        connective = rng.choice(twins["connectives"])
        if sentences != "one sentence" and rng.random() < 0.5:
            connective = "sentences side by side"
        ground, verb, other = (rng.choice(twins[name]) for name in ("grounds", "verbs", "verbs"))
        role = rng.choice(["subject", "subject", "object or other"])
        yield (
            f"{number} {split}: {pronoun}; {who}{names}; {connective}; {sentences}; ground: {ground}; "
            f"verb: {verb} or {other}; the pronoun is {role}"
        )


def _candidates(twins: dict[str, Any], pronoun: str, rng: random.Random) -> str:
    if pronoun in {"it", "its", "this"}:
        return rng.choice(twins["things"])
    if pronoun in {"they-plural", "them-plural", "their"}:
        return rng.choice(twins["groups"])
    return rng.choice(twins["people"])


def _given(people: dict[str, Any], rng: random.Random, gender: str) -> str:
    women, men, either, _ = people["names"][rng.choice(list(people["names"]))]
    return rng.choice({"she": women, "he": men, "they": either}[gender].split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["texts", "twins"])
    parser.add_argument("numbers", help="ordinals of plans, from 1: 3-8")
    args = parser.parse_args()
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    first, _, last = args.numbers.partition("-")
    drawn = list({"texts": plans_of_texts, "twins": plans_of_twins}[args.what](data))
    print(*drawn[int(first) - 1 : int(last or first)], sep="\n")


if __name__ == "__main__":
    main()
