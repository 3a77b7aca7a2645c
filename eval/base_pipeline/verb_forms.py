"""Regular forms of the verbs that the lexicon names, for the lemmatizer: no treebank has "murmured" or "roared"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corefpipe.lexicon import Lexicon

_VOWEL = "[aeiou]"
_DOUBLED = re.compile(rf"[^aeiou]*(?:qu)?{_VOWEL}[^aeiouwxy]$")
"""Short verbs whose last letter is doubled: "beg", "begged"."""
_HISSES = re.compile(r"(?:s|x|z|ch|sh|o)$")
_Y = re.compile(rf"(?<!{_VOWEL})y$")


def verb_forms(lexicon: Lexicon) -> Iterator[tuple[str, str, str]]:
    """(form, tag, lemma) as regular verbs have them, of irregular ones, too, where they do no harm."""
    verbs = {verb for name in dir(lexicon) if name.endswith("_verbs") for verb in getattr(lexicon, name)}
    for verb in sorted(verb for verb in verbs if verb.isalpha() and len(verb) > 2):  # not "bed" of "be"
        present = verb[:-1] if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) else verb
        present += verb[-1] if _DOUBLED.fullmatch(verb) else ""
        past = f"{verb}d" if verb.endswith("e") else f"{_Y.sub('i', present)}ed"
        yield f"{present}ing", "VBG", verb
        yield past, "VBD", verb
        yield past, "VBN", verb
        yield f"{_Y.sub('ie', verb)}{'e' * bool(_HISSES.search(verb))}s", "VBZ", verb
