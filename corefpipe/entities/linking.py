"""Link chains to entities one by one, each to an earlier entity or to a new one."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from corefpipe.entities.features import are_two_people, link_features, start_features
from corefpipe.entities.index import EntityIndex, keys_of, sought_keys
from corefpipe.entities.model import LinkModel
from corefpipe.entities.names import form_of, is_title
from corefpipe.entities.records import Member, Profile
from corefpipe.entities.traits import LEVELS, NAMED, NOMINAL, PRONOMINAL, Traits

Chain = tuple[Member, Profile]

PLACE = np.dtype([("level", "i1"), ("words", "i4"), ("mentions", "i8"), ("document", "u8"), ("first", "i8")])
"""What chains are sorted by (`place_in_order`), the most important part first."""


def place_in_order(member: Member, profile: Profile) -> tuple[int, int, int, int, int]:
    """What chains are sorted by before they are linked, whatever the order of the documents is.

    Chains with full names are first, then shorter names, nouns and pronouns; of these the most mentioned ones. So a
    surname meets those who bear it, and the order of documents is like a random one.
    """
    titles = list(filter(is_title, profile.names))
    words = max((len(form_of(name).words) for name in profile.names if name not in titles), default=0)
    level = NAMED if words else NOMINAL if profile.phrases or titles else PRONOMINAL
    digest = blake2b(member.document.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return LEVELS.index(level), -words, -profile.mentions, int.from_bytes(digest, "big"), member.first


class Linker:
    """The entities so far, and how chains join them.

    Attributes:
        entities: the traits of each.
    """

    def __init__(self) -> None:
        self.entities: list[Traits] = []
        self._index = EntityIndex()

    def candidates(self, chain: Traits) -> list[int]:
        """Numbers of the entities that a chain may belong to."""
        found = self._index.candidates(sought_keys(chain))
        return [number for number in found if not are_two_people(chain, self.entities[number])]

    def features(self, chain: Traits, candidates: Sequence[int]) -> list[list[str]]:
        """Features of the links to candidates."""
        return link_features(chain, [self.entities[number] for number in candidates])

    def start(self, chain: Traits) -> int:
        """Start an entity with a chain; return its number."""
        self.entities.append(chain)
        self._index.add(len(self.entities) - 1, keys_of(chain))
        return len(self.entities) - 1

    def join(self, number: int, chain: Traits) -> None:
        """Let a chain join an entity."""
        self._index.add(number, keys_of(chain))
        self.entities[number].join(chain)

    def link(self, member: Member, profile: Profile, model: LinkModel) -> int:
        """Link a chain as a model chooses; return the number of its entity."""
        chain = Traits.of(profile, [member.document])
        candidates = self.candidates(chain)
        best = model.choose(start_features(chain), self.features(chain, candidates)) if candidates else -1
        if best < 0:
            return self.start(chain)
        self.join(candidates[best], chain)
        return candidates[best]
