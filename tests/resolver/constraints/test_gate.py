"""What a constraint must have: figures in `eval/constraints`, of many decisions of which hardly any is wrong."""

from __future__ import annotations

import json

from helpers.documents import ROOT

from corefpipe.resolver.constraints.registry import CONSTRAINTS, certain_constraints

FIGURES = json.loads((ROOT / "eval" / "constraints" / "result.json").read_text(encoding="utf-8"))
DECISIONS, WRONG = 50, 1.0
"""At least so many on OntoGUM train with its gold parse, and less than this per cent of them wrong."""
LOSES_AS_EVIDENCE = frozenset({"letters", "people", "pleonastic", "quotations", "single_names", "speakers"})
"""Constraints that fall short; what each loses as evidence is in the README beside the figures."""


def test_each_constraint_has_figures():
    assert all(figures.keys() == set(CONSTRAINTS) for figures in FIGURES.values())


def test_constraints_are_seldom_wrong():
    own = FIGURES["OntoGUM train, gold parse"]
    falls_short = {name for name, one in own.items() if one["fires"] < DECISIONS or one["wrong"] >= WRONG}
    assert falls_short & set(certain_constraints()) == LOSES_AS_EVIDENCE
