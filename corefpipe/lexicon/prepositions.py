"""Lists of prepositions, by what they mark."""

from __future__ import annotations

from corefpipe.lexicon.folder import WordLists, word_list


class PrepositionLists(WordLists):
    """Prepositions, by what they mark; each list has an example in `prepositions.toml`."""

    argument_prepositions = word_list("prepositions.toml", "arguments", "verb")
    prepositions_of_adjectives = word_list("prepositions.toml", "arguments", "adjective")
    prepositions_of_nouns = word_list("prepositions.toml", "arguments", "noun")
    topic_prepositions = word_list("prepositions.toml", "arguments", "topic")
    agent_prepositions = word_list("prepositions.toml", "arguments", "agent")
    standard_prepositions = word_list("prepositions.toml", "arguments", "standard")
    addressee_prepositions = word_list("prepositions.toml", "arguments", "addressee")
    light_verb_prepositions = word_list("prepositions.toml", "arguments", "light_verb")
    object_gerund_prepositions = word_list("prepositions.toml", "arguments", "object_gerund")
    locative_prepositions = word_list("prepositions.toml", "locative", "any")
    locative_beside_verbs = word_list("prepositions.toml", "locative", "verb")
    locative_beside_objects = word_list("prepositions.toml", "locative", "object")
    locative_beside_adverbs = word_list("prepositions.toml", "locative", "adverb")
    comitative_prepositions = word_list("prepositions.toml", "locative", "comitative")
    possession_prepositions = word_list("prepositions.toml", "locative", "possession")
    carrying_prepositions = word_list("prepositions.toml", "locative", "carrying")
    place_prepositions = word_list("prepositions.toml", "locative", "place")
    inside_prepositions = word_list("prepositions.toml", "locative", "inside")
    standing_prepositions = word_list("prepositions.toml", "locative", "standing")
    goal_prepositions = word_list("prepositions.toml", "locative", "goal")
    path_prepositions = word_list("prepositions.toml", "locative", "path")
