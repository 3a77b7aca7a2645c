"""Lists of the words of letters and e-mails."""

from __future__ import annotations

from corefpipe.lexicon.folder import WordLists, phrase_list, word_list


class LetterLists(WordLists):
    """Words and phrases of letters, in lower case."""

    # Phrases before the name of who is greeted, with those determiners or without: "Good morning Ann", "My dear Tom".
    greetings = phrase_list("letters.toml", "greetings")
    greeting_determiners = word_list("letters.toml", "greeting_determiners")
    # Those that open a letter even before no name: "Dear diary".
    warm_greetings = word_list("letters.toml", "warm_greetings")
    # Phrases above a signature, what may stand before them, and what begins anything that may follow them: "Best
    # regards from us all".
    closings = phrase_list("letters.toml", "closings")
    closing_modifiers = word_list("letters.toml", "closing_modifiers")
    after_closings = phrase_list("letters.toml", "after_closings")
    # Pronouns that close a letter with anything after them, and that parsers take for pronouns of it: "Yours, Anna".
    closing_pronouns = word_list("letters.toml", "closing_pronouns")
    # Phrases by which a writer gives a name, and prepositions of where this one is at home: "this is Tom from Leeds".
    introductions = phrase_list("letters.toml", "introductions")
    home_prepositions = word_list("letters.toml", "home_prepositions")
    # Fields of headers: "From: Ann Lee".
    sender_fields = word_list("letters.toml", "sender_fields")
    recipient_fields = word_list("letters.toml", "recipient_fields")
    other_fields = word_list("letters.toml", "other_fields")
    # Verbs above a quoted message, words above a forwarded one: "Ann wrote:", "-- Forwarded message --".
    attributions = word_list("letters.toml", "attributions")
    forwardings = word_list("letters.toml", "forwardings")
