"""Lists of verbs and of words in their constructions."""

from __future__ import annotations

from functools import cached_property

from corefpipe.lexicon.folder import WordLists, word_list
from corefpipe.lexicon.reading import Words, gather, split_words


class VerbLists(WordLists):
    """Verbs by meaning or by complement; lemmas, except where a comment says otherwise."""

    speech_verbs = word_list("verbs.toml", "speech")
    attitude_verbs = word_list("verbs.toml", "attitude")
    # Lemmas of verbs of informal speech, as in "She goes: no way".
    quotative_verbs = word_list("verbs.toml", "quotative")
    # Forms of modal verbs; of verbs after a generic "you"; of verbs in discourse markers ("you know").
    modal_verbs = word_list("verbs.toml", "modal")
    general_verbs = word_list("verbs.toml", "general")
    phrase_verbs = word_list("verbs.toml", "phrase")
    # Lemmas of verbs as in "They went there".
    motion_verbs = word_list("verbs.toml", "motion")
    # Lemmas of verbs as in "They call her the boss".
    naming_verbs = word_list("verbs.toml", "naming")
    # Lemmas of verbs as in "a dog named Rex".
    calling_verbs = word_list("verbs.toml", "calling")
    # Lemmas of verbs as in "She became a doctor", and as in "The box has a label on it".
    linking_verbs = word_list("verbs.toml", "linking")
    having_verbs = word_list("verbs.toml", "having")
    # Lemmas of the copula.
    copulas = word_list("verbs.toml", "copula")
    # Lemmas of verbs as in "They took advantage of her".
    light_verbs = word_list("verbs.toml", "light")
    # Nouns as in "They made her laugh".
    bodily_nouns = word_list("verbs.toml", "bodily")
    # The ending of a gerund.
    gerund_endings = word_list("verbs.toml", "gerund_endings")
    # Lemmas of verbs whose object may be an action: "Why did he do it?".
    pro_verbs = word_list("verbs.toml", "pro_verbs")
    # Lemmas of verbs of subject control, "She promised him to come", and of object control, "She asked him to come".
    subject_control_verbs = word_list("verbs.toml", "subject_control")
    object_control_verbs = word_list("verbs.toml", "object_control")
    # Lemmas of verbs whose subject is that of the infinitive after one of `control_nouns`: "He has no reason to hate".
    control_noun_verbs = word_list("verbs.toml", "having_control_nouns")
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
        """Lemma of a verb -> prepositions that mark a place beside its object: "push" -> "from" …"""
        return self._verbs_by_case("placing")

    @cached_property
    def oblique_control_verbs(self) -> dict[str, Words]:
        """Lemma of a verb -> prepositions of the oblique that controls an infinitive: "rely" -> "on" …"""
        return self._verbs_by_case("oblique_control")

    def _verbs_by_case(self, key: str) -> dict[str, Words]:
        of_case = self._toml("verbs.toml", key).items()
        return gather((verb, case) for case, verbs in of_case for verb in split_words(verbs))
