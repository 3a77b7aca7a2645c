"""Chains of documents as bytes: small in memory, and on their way from the process that read a document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import NamedTuple

from corefpipe.document import Document
from corefpipe.entities.profiles import profiles_of
from corefpipe.entities.records import Member, Profile

_FIELDS = [field.name for field in fields(Profile)]


class PackedDocument(NamedTuple):
    """The chains of a document.

    Attributes:
        name: its name, with its part if it has one.
        file: where it was read; "" if it was not.
        chains: member and profile of each.
    """

    name: str
    file: str
    chains: list[bytes]


def packed_documents(documents: Iterable[Document]) -> Iterator[PackedDocument]:
    """The chains of documents, one document at a time."""
    for document in documents:
        file = document.origin.file if document.origin else ""
        yield PackedDocument(str(document), file, [packed(*chain) for chain in profiles_of(document)])


def packed(member: Member, profile: Profile) -> bytes:
    """A chain as bytes: a line of JSON for the member, and one for the profile."""
    values = [getattr(profile, field) for field in _FIELDS]
    lines = [json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in (member, values)]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def unpacked(chain: bytes) -> tuple[Member, Profile]:
    """The chain of `packed` bytes."""
    member, _, profile = chain.decode("utf-8", "surrogatepass").partition("\n")
    return Member(*json.loads(member)), Profile(*json.loads(profile))


def unpacked_member(chain: bytes) -> Member:
    """The member of `packed` bytes, without the profile, which takes most of the time."""
    return Member(*json.loads(chain.partition(b"\n")[0].decode("utf-8", "surrogatepass")))
