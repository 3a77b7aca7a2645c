"""Classes of words as features: attributes of mentions by a table that `corefpipe words` wrote.

Importing this module registers nothing before `use_classes` is called with the table.
"""

from __future__ import annotations

from pathlib import Path

from corefpipe.clustering.words import read_classes
from corefpipe.features import Column, MentionTable, attribute
from corefpipe.features.attributes.context import governors

GROUP = "Classes of words"
GROUPS = f"""
[[link]]
group = "{GROUP}"
bare = false
conjoin = ["ana.type"]
features = [
    "ante.head_class",
    "ana.governor_class",
    "ana.head_class * ante.head_class",
    "ana.governor_branch * ana.role * ante.head_branch",
    "ana.governor_branch * ana.role * ante.governor_branch * ante.role",
]

[[start]]
group = "{GROUP}"
bare = false
conjoin = ["ana.type"]
features = ["ana.head_class", "ana.governor_class"]
"""
"""What is added to a feature set."""

BITS = 6
"""Length of the paths that stand for branches of the tree, for conjunctions of two."""


def use_classes(file: Path) -> None:
    """Register the attributes `head_class`, `governor_class` and their branches, of the classes in a table."""
    paths = {one.word: one.path for one in read_classes(file)}

    def of(column: Column, bits: int | None = None) -> Column:
        return column.map(lambda word: paths.get(word, "")[:bits])

    def governor(table: MentionTable) -> Column:
        return table.tokens("lower").at(governors(table), "^")

    @attribute(of_span=True)
    def head_class(table: MentionTable) -> Column:
        """The class of the head, as its path; "" for an unknown word."""
        return of(table["head"])

    @attribute(of_span=True)
    def head_branch(table: MentionTable) -> Column:
        """The first bits of the path of the head's class."""
        return of(table["head"], BITS)

    @attribute(of_span=True)
    def governor_class(table: MentionTable) -> Column:
        """The class of the word that the head depends on."""
        return of(governor(table))

    @attribute(of_span=True)
    def governor_branch(table: MentionTable) -> Column:
        """The first bits of the path of that class."""
        return of(governor(table), BITS)
