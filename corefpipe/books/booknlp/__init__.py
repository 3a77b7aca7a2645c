"""BookNLP's file formats, so that notebooks made for BookNLP read what corefpipe finds.

BookNLP (David Bamman, https://github.com/booknlp/booknlp) describes its files in its README; columns and their order
are those that version 1.0.7 writes (`booknlp/english/english_booknlp.py`, `booknlp/common/pipelines.py`), as in its
example `examples/158_emma`. What is different here:

- Tags and relations are those of Universal Dependencies (`nsubj:pass`, `obj`), not spaCy's English ones.
- The column `event` is always "O": events are not tagged. There is no `.supersense` file.
- Places are all LOC: FAC, GPE and LOC are not told apart. Animals that are characters are PER. Entities of other types
  (objects, events, times) are left out.
- `.book` has modifiers inside of mentions, too ("poor Emma"), and the people of `Book.characters`.
- Entity 0 is the narrator in the first person, as in BookNLP; there is none in other books.
"""

from corefpipe.books.booknlp.write import booknlp_files

__all__ = ["booknlp_files"]
