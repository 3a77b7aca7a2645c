"""What the attributes of mentions read off a parse: determiners, roles, number, gender, the words of names."""

from __future__ import annotations

from corefpipe.parse import Parse

_ROLES = {
    "nsubj": "subject",
    "nsubj:pass": "subject",
    "nsubj:outer": "subject",
    "csubj": "subject",
    "obj": "object",
    "iobj": "indirect",
    "obl": "oblique",
    "nmod": "modifier",
    "nmod:poss": "possessor",
    "appos": "apposition",
    "attr": "predicate",
    "compound": "compound",
    "vocative": "vocative",
    "dislocated": "dislocated",
    "flat": "compound",
}
_NOMINAL = ("NOUN", "PROPN", "PRON")


def canonical_pronoun(parse: Parse, head: int) -> str:
    """The canonical form of a pronoun, "pronoun" for one outside the list."""
    return parse.lexicon.canonical.get(parse.lower[head], "pronoun")


def definiteness(parse: Parse, start: int, head: int) -> str:
    """The class of the determiner of a noun."""
    for child in parse.children[head]:
        if start <= child < head:
            dep, word = parse.deps[child], parse.lower[child]
            if dep == "nmod:poss":
                return "possessed"
            if dep in ("det", "det:predet"):
                if word == "the":
                    return "definite"
                if word in ("this", "that", "these", "those"):
                    return "demonstrative"
                return "indefinite" if word in ("a", "an") else "quantified"
            if dep == "nummod":
                return "quantified"
    return "bare"


def role_of(parse: Parse, head: int) -> str:
    """The grammatical role of a head; a conjunct has that of the first one."""
    for _ in range(8):
        if parse.deps[head] != "conj":
            break
        head = parse.heads[head]
    dep = parse.deps[head]
    if any(parse.deps[c] == "cop" for c in parse.children[head]):
        return "predicate"
    above = parse.heads[head]
    if parse.pos[above] == "ADP" and above != head:  # ClearNLP hangs the noun on its preposition
        return "modifier" if parse.pos[parse.heads[above]] in _NOMINAL else "oblique"
    return _ROLES.get(dep) or _ROLES.get(dep.split(":")[0], "other")


def number_of(parse: Parse, kind: str, start: int, head: int) -> str:
    """Singular or plural, "" where nothing tells."""
    if kind == "pronoun":
        return parse.lexicon.pronoun_number.get(canonical_pronoun(parse, head), "")
    if kind == "coordination":
        return "plural"
    if kind == "name" and parse.pos[head] == "NOUN":  # as the tagger has it, which takes "Nora" for a plural
        return "singular"
    said = {"Sing": "singular", "Plur": "plural", "Ptan": "plural"}.get(parse.feats[head].get("Number", ""))
    if said:
        return said
    if parse.tags[head] in ("NNS", "NNPS") or parse.lower[start] in parse.lexicon.plural_quantifiers:
        return "plural"
    return (
        "singular"
        if parse.tags[head] in ("NN", "NNP") or parse.lower[start] in parse.lexicon.singular_determiners
        else ""
    )


def gender_of(parse: Parse, kind: str, type: str, start: int, end: int, head: int) -> str:
    """Male, female or neuter, "" where nothing tells."""
    if kind == "pronoun":
        return parse.lexicon.pronoun_gender.get(type, "")
    entity, word = parse.entity_types[head], parse.lower[head]
    if kind == "name" and entity in ("", "person", "animal"):
        span = parse.lower[start : min(end, head + 4)]
        for male, female in (
            (parse.lexicon.male_titles, parse.lexicon.female_titles),
            (parse.lexicon.male_names, parse.lexicon.female_names),
        ):
            for name in span:
                if name in male or name in female:
                    return "male" if name in male else "female"
    if word in parse.lexicon.male_nouns:
        return "male"
    if word in parse.lexicon.female_nouns:
        return "female"
    return "neuter" if entity and entity not in ("person", "animal") else ""


def core_words(parse: Parse, start: int, end: int) -> str:
    """The words in lower case without leading articles, demonstratives and a closing 's."""
    while start < end - 1 and parse.lower[start] in ("the", "a", "an", "this", "that", "these", "those"):
        start += 1
    while end - 1 > start and parse.lower[end - 1] in ("'s", "’s", "'", "’"):
        end -= 1
    return " ".join(parse.lower[start:end])


def name_head(parse: Parse, head: int, end: int) -> int:
    """UD heads a name by its first part; what names are matched by is the last."""
    parts = [c for c in parse.children[head] if head < c < end and parse.deps[c] == "flat" and parse.pos[c] == "PROPN"]
    return parts[-1] if parts else head


def base_end(parse: Parse, head: int, end: int) -> int:
    """End of the base phrase: after the head and the name parts that follow it."""
    last = head + 1
    for child in parse.children[head]:
        if child > head and parse.deps[child].split(":")[0] in ("flat", "compound", "nummod"):
            last = max(last, parse.right[child] + 1)
    return min(last, end)
