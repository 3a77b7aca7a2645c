"""What is around the text of a book: licence, transcriber's notes, title page, table of contents.

Project Gutenberg's markers changed over the years: lines between asterisks, the "small print", "End of …".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefpipe.lexicon import Lexicon
from corefpipe.plain_text.blocks import Block
from corefpipe.plain_text.headings import Heading

_START = re.compile(
    r"^[ \t]*(?:\*{3} ?START OF (?:THE|THIS)? ?(?:COPYRIGHTED )?PROJECT GUTENBERG[^\n]*(?:\n[^\n]*\*{3})?"
    r"|\*?END\*? ?(?:OF )?THE SMALL PRINT[^\n]*|\*END\*THE SMALL PRINT[^\n]*)[ \t]*$",
    re.MULTILINE,
)
_END = re.compile(
    r"^[ \t]*(?:\*{3} ?END OF (?:THE|THIS)? ?(?:COPYRIGHTED )?PROJECT GUTENBERG"
    r"|End of (?:the |this )?Project Gutenberg)[^\n]*$",
    re.MULTILINE,
)
_PART = 10  # the last tenth of a text may end with notes
_NEAR = 40_000  # characters at either end of a text in which the markers are
_CREDITS = re.compile(
    r"\[?(?:(?:E-?text|This e-?(?:text|book)(?: was)?|Transcribed|HTML version) (?:prepared|produced|by)|Produced by)"
    r"\b",
    re.IGNORECASE,
)


def licence_bounds(text: str) -> tuple[int, int] | None:
    """(end of the header, start of the footer) of a text with the markers of Project Gutenberg; None without any."""
    starts = [match.end() for match in _START.finditer(text, 0, _NEAR)]
    after = max(starts, default=0)
    end = _END.search(text, max(after, len(text) - _NEAR))
    return (after, end.start() if end else len(text)) if starts or end else None


def body_bounds(blocks: Sequence[Block], headings: Sequence[Heading], lexicon: Lexicon) -> tuple[int, int]:
    """(start, end) in characters of the author's text: without notes, title page, contents, and "The End".

    Args:
        blocks: the blocks of the text without its licence; at least one.
        headings: their headings.
        lexicon: word lists of the language.
    """
    kept = [block for block in blocks if not is_note(block, lexicon)]
    prose = next((block.start for block in kept if block.is_prose), blocks[-1].end)
    start = min([one.start for one in headings[:1]] + [prose])
    if start == blocks[-1].end:
        start = kept[0].start if kept else blocks[0].start
    return start, max(start, _last(blocks, lexicon))


def _last(blocks: Sequence[Block], lexicon: Lexicon) -> int:
    """The end of the last block that belongs to the text: before notes near its end, and before "The End"."""
    near = blocks[-1].end - (blocks[-1].end - blocks[0].start) // _PART
    notes = (n for n, block in enumerate(blocks) if block.start >= near and is_note(block, lexicon))
    last = next(notes, len(blocks)) - 1
    while last > 0 and _plain(blocks[last].text) in (*lexicon.book_endings, ""):
        last -= 1
    return blocks[max(last, 0)].end


def is_note(block: Block, lexicon: Lexicon) -> bool:
    """Whether a block has the transcriber's notes or credits, or is the heading of a table of contents."""
    plain = _plain(block.text[:80])
    return (
        _CREDITS.match(block.text) is not None
        or any(plain.startswith(note) for note in lexicon.transcriber_notes)
        or _plain(block.text) in lexicon.contents_headings
    )


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).strip(" ._[]*:-—")
