"""Parse single turns of a dialogue."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from corefpipe.chains.docs import to_doc
from corefpipe.dialogue.docs import begin_sentences, in_tokens, remember_turns, set_speakers
from corefpipe.dialogue.turns import Turn
from corefpipe.document import UNNAMED, Document


def parse_turn(line: str, turn: Turn, nlp: Language) -> Doc:
    """Parse a line that begins with a speaker's label as it is parsed within a dialogue.

    Args:
        line: the line.
        turn: its turn (see `corefpipe.dialogue.lines`).
        nlp: the pipeline; the component "corefpipe" does not run.
    """
    doc = to_doc(Document(UNNAMED, text=line), nlp, read_as="plain")
    turns = remember_turns(doc, in_tokens(doc, [turn]))
    begin_sentences(doc, turns)
    resolving = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory == "corefpipe"]
    (doc,) = nlp.pipe([doc], disable=resolving)
    set_speakers(doc, turns)
    return doc
