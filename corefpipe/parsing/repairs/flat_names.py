"""Names that parsers take for parts of the noun before them: "Chelsea manager *Thomas Vidal*"."""

from __future__ import annotations

from corefpipe.parsing.columns import Columns


def set_names_beside_nouns(columns: Columns) -> None:
    """Make people's names that are `flat` below the noun right before them its appositions, in place.

    One mention is then found, headed by the name (see `raise_names`), instead of one for the noun and one for the name.
    """
    pos, deps, heads = columns.pos, columns.deps, columns.heads
    for name in range(1, len(deps)):
        noun = name - 1
        is_part = deps[name] == "flat" and heads[name] == noun and pos[noun] == "NOUN" and pos[name] == "PROPN"
        if not is_part or columns.entity_types[name] != "person":
            continue
        deps[name] = "appos"
        part = name + 1
        while part < len(deps) and deps[part] == "flat" and heads[part] in (noun, name):
            heads[part] = name
            part += 1
