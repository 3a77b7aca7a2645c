"""Chains as bytes."""

from __future__ import annotations

from corefpipe.entities.packed import packed, unpacked, unpacked_member
from corefpipe.entities.records import Member, Profile


def test_a_chain_and_its_member_alone():
    member = Member("a\n\udc80.txt", "1", 3, 0, 61)
    profile = Profile(3, {"Zoë\nLee": 1}, pronouns={"she": 2}, actions={"agent": {"speak": 2}})
    chain = packed(member, profile)
    assert unpacked(chain) == (member, profile)
    assert unpacked_member(chain) == member
