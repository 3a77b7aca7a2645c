"""Lists of the words of constructions with a pleonastic "it"."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from corefpipe.lexicon.folder import WordLists, pattern_list, word_list
from corefpipe.lexicon.reading import Words, words_below


class PleonasticLists(WordLists):
    """Words beside a pleonastic pronoun; verbs and nouns are lemmas, all others are forms.

    Each list but those of idioms has an example in `pleonastic.toml`.
    """

    # Canonical forms of pleonastic pronouns.
    pleonastic_pronouns = word_list("pleonastic.toml", "pronouns")
    # Extraposed clauses: what they are said of, and the words that open them.
    pleonastic_verbs = word_list("pleonastic.toml", "verbs")
    pleonastic_participles = word_list("pleonastic.toml", "participles")
    pleonastic_adjectives = word_list("pleonastic.toml", "adjectives")
    clause_nouns = word_list("pleonastic.toml", "clause_nouns")
    useless_nouns = word_list("pleonastic.toml", "use")
    none_determiners = word_list("pleonastic.toml", "none")
    timely_adjectives = word_list("pleonastic.toml", "timely")
    excess_adverbs = word_list("pleonastic.toml", "excess")
    impressing_verbs = word_list("pleonastic.toml", "impressing")
    liking_verbs = word_list("pleonastic.toml", "liking")
    judging_verbs = word_list("pleonastic.toml", "judging")
    seeming_verbs = word_list("pleonastic.toml", "seeming")
    content_openings = word_list("pleonastic.toml", "content_openings")
    conditional_openings = word_list("pleonastic.toml", "conditional_openings")
    comparative_openings = word_list("pleonastic.toml", "comparative_openings")
    conditional_auxiliaries = word_list("pleonastic.toml", "conditional_auxiliaries")
    # Clefts: the relative words, those after an adjunct, those after a definite noun; nouns as "thanks to you".
    cleft_openings = word_list("pleonastic.toml", "cleft", "any")
    cleft_adjunct_openings = word_list("pleonastic.toml", "cleft", "adjunct")
    cleft_noun_openings = word_list("pleonastic.toml", "cleft", "noun")
    cleft_adjunct_nouns = word_list("pleonastic.toml", "cleft", "adjunct_nouns")
    # Weather and surroundings.
    weather_verbs = word_list("pleonastic.toml", "weather")
    weather_verbs_of_things = word_list("pleonastic.toml", "weather_of_things")
    weather_adjectives = word_list("pleonastic.toml", "weather_adjectives")
    surroundings = word_list("pleonastic.toml", "surroundings")
    becoming_verbs = word_list("pleonastic.toml", "becoming")
    lateness = word_list("pleonastic.toml", "lateness")
    # Time and distance.
    moments = word_list("pleonastic.toml", "moments")
    measure_nouns = word_list("pleonastic.toml", "measures")
    time_nouns = word_list("pleonastic.toml", "time_nouns")
    due_modifiers = word_list("pleonastic.toml", "due")
    hour_words = word_list("pleonastic.toml", "hours")
    since_openings = word_list("pleonastic.toml", "since")
    way_nouns = word_list("pleonastic.toml", "ways")
    way_modifiers = word_list("pleonastic.toml", "way_modifiers")
    distance_adverbs = word_list("pleonastic.toml", "distance_adverbs")
    costing_verbs = word_list("pleonastic.toml", "costing")
    # Words of idioms with a pleonastic "it", forms or lemmas: "make it to".
    pleonastic_idioms = pattern_list("pleonastic.toml", "idioms")

    @cached_property
    def pleonastic_nouns(self) -> Words:
        """Nouns as in "it is time to", with `clause_nouns`."""
        return self.clause_nouns | frozenset(words_below(self._toml("pleonastic.toml", "nouns")))

    @cached_property
    def places_in_idioms(self) -> dict[tuple[str, str], list[tuple[tuple[str, ...], int]]]:
        """Neighbouring words -> the idioms of `pleonastic_idioms` that have them, each with the first one's place."""
        found: dict[tuple[str, str], list[tuple[tuple[str, ...], int]]] = {}
        for idiom in self.pleonastic_idioms:
            for place, pair in enumerate(pairwise(idiom)):
                found.setdefault(pair, []).append((idiom, place))
        return found
