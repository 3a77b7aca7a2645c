"""Turns of a dialogue whose lines come one by one, so that no line shows whether the text is a dialogue."""

from __future__ import annotations

from corefpipe.dialogue.labels import labels_of
from corefpipe.dialogue.turns import Turn, outside_turn

_IN_LISTS = ("item", "dash")
"""Styles of labels that begin many lines which are not said by anybody."""


class LineTurns:
    """Finds who says a line: the label at its beginning, or that of the turn that it goes on with.

    The first label decides about the style of the others: "Ann: Yes", "[12:03] <ann> yes", "ANN. Yes" ... (see
    `corefpipe.dialogue.labels`). A turn ends at the next label and at a blank line; lines without a speaker, such as
    stage directions and events of a chat, are left out of it (see `corefpipe.dialogue.turns`).

    Attributes:
        speaker: who says the line that was given last; "" for nobody.
    """

    def __init__(self) -> None:
        self.speaker = ""
        self._turn = ""  # speaker of the turn
        self._style = ""

    def __call__(self, line: str) -> Turn | None:
        """The turn that a line begins with its label; None if it has no label, or no speech after it."""
        text = line.rstrip()
        label = next(labels_of([text]), None)
        if label is not None and (label.style == self._style or not (self._style or label.style in _IN_LISTS)):
            self._style, self._turn = label.style, " ".join(label.name.split())
            self.speaker = self._turn if label.said < len(text) else ""  # else the speech is below
            said = ((label.said, len(text)),)
            return Turn(self._turn, 0, (label.start, label.start + len(label.name)), said) if self.speaker else None
        if not text:
            self._turn = ""
        self.speaker = "" if outside_turn(text.strip(), self._style, False) else self._turn
        return None
