"""Lists of verbs and of words in their constructions."""

from __future__ import annotations

from functools import cached_property

from corefpipe.lexicon.folder import WordLists, word_list
from corefpipe.lexicon.reading import Words, gather, split_words


class VerbLists(WordLists):
    """Verbs by meaning or construction, as lemmas unless stated otherwise."""

    speech_verbs = word_list("verbs.toml", "speech")
    attitude_verbs = word_list("verbs.toml", "attitude")
    # Lemmas of verbs with an animate subject, as in "They refused to stay", and with an animate object, as in "She told
    # them that".
    intending_verbs = word_list("verbs.toml", "intending")
    telling_verbs = word_list("verbs.toml", "telling")
    # Lemmas of verbs of informal speech, as in "She goes: no way".
    quotative_verbs = word_list("verbs.toml", "quotative")
    # Forms of modal verbs; of verbs after a generic "you", and after "you" in discourse markers ("you know").
    modal_verbs = word_list("verbs.toml", "modal")
    general_verbs = word_list("verbs.toml", "general")
    phrase_verbs = word_list("verbs.toml", "phrase")
    # Lemmas of verbs as in "They call her the boss".
    naming_verbs = word_list("verbs.toml", "naming")
    # Lemmas of verbs as in "a dog named Rex".
    calling_verbs = word_list("verbs.toml", "calling")
    # Lemmas of verbs as in "She became a doctor", and as in "The box has a label on it".
    linking_verbs = word_list("verbs.toml", "linking")
    having_verbs = word_list("verbs.toml", "having")
    # Lemmas of verbs as in "They took advantage of her".
    light_verbs = word_list("verbs.toml", "light")
    # Nouns as in "They made her laugh".
    bodily_nouns = word_list("verbs.toml", "bodily")
    # Lemmas of verbs whose object may be an action: "Why did he do it?".
    pro_verbs = word_list("verbs.toml", "pro_verbs")
    # Lemmas of verbs of definitions.
    defining_verbs = word_list("verbs.toml", "defining")
    # Adjectives of animate subjects: "It was hungry".
    living_adjectives = word_list("verbs.toml", "living")
    # Lemmas of verbs of subject control, "She promised him to come", and of object control, "She asked him to come".
    subject_control_verbs = word_list("verbs.toml", "subject_control")
    object_control_verbs = word_list("verbs.toml", "object_control")
    # Lemmas of verbs whose subject controls the infinitive of a `deed_nouns` object: "He has no reason to hate him".
    deed_verbs = word_list("verbs.toml", "having_deeds")
    # Lemmas of verbs as in "They call her lazy", and as in "She made her cry".
    considering_verbs = word_list("verbs.toml", "considering")
    perceiving_verbs = word_list("verbs.toml", "perceiving")
    # Lemmas of verbs as in "She had a book with her".
    carrying_verbs = word_list("verbs.toml", "carrying")

    @cached_property
    def prepositional_verbs(self) -> dict[str, Words]:
        """Lemma of a verb -> prepositions of its arguments: "rely" -> "on" …"""
        return self._verbs_by_case("prepositional")

    @cached_property
    def placing_verbs(self) -> dict[str, Words]:
        """Lemma of a verb -> prepositions of its locative arguments with an object: "push" -> "from" …"""
        return self._verbs_by_case("placing")

    @cached_property
    def oblique_control_verbs(self) -> dict[str, Words]:
        """Lemma of a verb -> prepositions of the controller of its infinitive: "rely" -> "on" ("rely on Ann to go")."""
        return self._verbs_by_case("oblique_control")

    def _verbs_by_case(self, key: str) -> dict[str, Words]:
        of_case = self._toml("verbs.toml", key).items()
        return gather((verb, case) for case, verbs in of_case for verb in split_words(verbs))
