"""Repairs of what parsers, taggers and entity typers often get wrong, one per module.

Each repair changes the `Columns` of one or several documents in place.
"""

from __future__ import annotations

from collections.abc import Callable

from corefpipe.parsing.columns import Columns
from corefpipe.parsing.repairs.ages import tag_ages
from corefpipe.parsing.repairs.apposed_names import raise_names
from corefpipe.parsing.repairs.arguments import set_arguments_right
from corefpipe.parsing.repairs.capital_names import tag_capital_names
from corefpipe.parsing.repairs.couples import set_couples_apart
from corefpipe.parsing.repairs.flat_names import set_names_beside_nouns
from corefpipe.parsing.repairs.greetings import set_greetings_apart
from corefpipe.parsing.repairs.like_conjuncts import raise_like_conjuncts
from corefpipe.parsing.repairs.name_types import retype_names
from corefpipe.parsing.repairs.named_nouns import tag_named_nouns
from corefpipe.parsing.repairs.new_pronouns import tag_new_pronouns
from corefpipe.parsing.repairs.noun_clauses import raise_noun_clauses
from corefpipe.parsing.repairs.numbers import set_numbers_right
from corefpipe.parsing.repairs.of_phrases import raise_of_phrases
from corefpipe.parsing.repairs.reflexives import raise_reflexives
from corefpipe.parsing.repairs.relative_clauses import raise_relative_clauses
from corefpipe.parsing.repairs.torn_names import join_torn_names
from corefpipe.parsing.repairs.works import retype_works

REPAIRS: tuple[Callable[[Columns], None], ...] = (
    tag_new_pronouns,
    tag_named_nouns,
    tag_capital_names,
    tag_ages,
    set_greetings_apart,
    set_couples_apart,
    join_torn_names,
    set_numbers_right,
    set_arguments_right,
    raise_noun_clauses,
    set_names_beside_nouns,
    raise_names,
    raise_like_conjuncts,
    raise_of_phrases,
    raise_reflexives,
    raise_relative_clauses,
    retype_names,
    retype_works,
)
"""All repairs in the order in which they run, each on the parse that those before it have repaired."""

__all__ = ["REPAIRS"]
