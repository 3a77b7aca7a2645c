"""The voices of a document: who speaks each turn of its quotations, and to whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from corefpipe.features import MentionTable
from corefpipe.quotations.addressees import addressee_model
from corefpipe.quotations.candidates import Person, Scene
from corefpipe.quotations.choosing import Attribution
from corefpipe.quotations.correspondence import correspondents
from corefpipe.quotations.speakers import speaker_model

LEAST, CERTAIN = 0.4, 0.9
"""Probabilities below which a speaker is unknown, and one in a document without paragraphs, which show turns.

Addressees are unknown there.
"""
LEAST_ADDRESSEE = 0.2
"""That of an addressee, lower because "nobody" has a probability of its own.

Chosen on the novels of `eval/novels` that rules are developed on: with 0.4, "you" was right in 79 instead of 83 %.
"""


@dataclass(slots=True, frozen=True)
class Voices:
    """Who speaks in the quotations of a document, and to whom; all quotations of a turn have the same.

    Attributes:
        scene: the quotations and the people between them.
        speakers: number of a turn -> the most probable of the speakers chosen for its quotations; not unknown ones.
        addressees: the same for the addressees.
    """

    scene: Scene
    speakers: Mapping[int, Attribution]
    addressees: Mapping[int, Attribution]


def voices(table: MentionTable) -> Voices | None:
    """The voices of the document of a table; computed once.

    None in a language without a model of speakers, and in a document without lemmas or parts of speech, or without
    quotations to attribute: what a labelled speaker says, in a transcript or a play, is none.
    """
    return table.once(_voices)


def _voices(table: MentionTable) -> Voices | None:
    if not has_quotations(table, 0):
        return None
    speaks, hears = speaker_model(table.parse.language), addressee_model(table.parse.language)
    if speaks is None:
        return None
    scene = Scene(table)
    writers, recipients = correspondents(scene)
    speakers = best_by_turn(scene, speaks.attribute(scene)) | writers
    if hears is None or scene.lacks_paragraphs:
        return Voices(scene, speakers, recipients)
    heard = hears.attribute(scene, people_of_turns(scene, speakers))
    addressees = best_by_turn(scene, heard, LEAST_ADDRESSEE)
    return Voices(scene, speakers, addressees | recipients)


def people_of_turns(scene: Scene, speakers: Mapping[int, Attribution]) -> list[Person | None]:
    """The person who speaks each quotation of a scene, from the speakers of its turns; None if it is unknown."""
    people, turns = {one.row: one for one in scene.people}, scene.table.quotes.turn
    known = (speakers.get(turns[quotation.number]) for quotation in scene.quotations)
    return [None if one is None else people.get(one.row) for one in known]


def has_quotations(table: MentionTable, number: int) -> bool:
    """Whether a document has quotations to attribute.

    Args:
        table: of one document, or of several.
        number: of the document.
    """
    parse = table.parse
    if parse.missing:
        return False
    start, end = parse.bounds[number : number + 2]
    speech = table.quotes.speech
    words = zip(table.quotes.number[start:end], parse.speakers[start:end], strict=True)
    return any(number >= 0 and speech[number] and not speaker for number, speaker in words)


def best_by_turn(scene: Scene, found: Iterable[Attribution], least: float = LEAST) -> dict[int, Attribution]:
    """Number of a turn -> the most probable attribution of its quotations, if it is not unknown.

    Args:
        scene: the text.
        found: of its quotations.
        least: probability below which it is unknown, in a text with paragraphs.
    """
    best: dict[int, Attribution] = {}
    least = CERTAIN if scene.lacks_paragraphs else least
    for one in found:
        turn = scene.table.quotes.turn[one.number]
        if one.probability >= least and (turn not in best or one.probability > best[turn].probability):
            best[turn] = one
    return best
