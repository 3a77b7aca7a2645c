"""BookNLP's `.book.html`: the characters, the major entities, and the text with entities and speakers marked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from markupsafe import Markup

from corefpipe.books.booknlp.characters import characters_data
from corefpipe.books.booknlp.entities import NARRATOR, PRONOUN, Numbered
from corefpipe.books.booknlp.tables import quote_row
from corefpipe.report.pages.shell import render
from corefpipe.utils.html import escaped

_MOST = 10  # entities listed per class
_CLASSES = ("FAC", "GPE", "LOC", "PER", "ORG", "VEH")
_WEIGHTS = {"PROP": 10, "NOM": 1, PRONOUN: 0.001}  # of a mention for the name by which its entity is shown


def book_html(entities: Numbered) -> str:
    """The page, in BookNLP's order and marks."""
    parts = ["<h2>Named characters</h2>\n", *_characters(entities)]
    parts.append("<h2>Major entities (proper, common)</h2>\n")
    parts += _majors(entities)
    parts.append("<h2>Text</h2>\n")
    parts += _text(entities)
    text = Markup("".join(parts))  # nosec B704: its names and words are escaped
    return render("booknlp.html.j2", styles=["booknlp.css"], title="BookNLP", text=text)


def _characters(entities: Numbered) -> Iterator[str]:
    for one in characters_data(entities):
        names = [f"{name['n']} ({name['c']})" for name in one["mentions"]["proper"]]
        names += ["[NARRATOR]"] * (one["id"] == NARRATOR)
        if names:
            common = "/".join(f"{name['n']} ({name['c']})" for name in one["mentions"]["common"])
            yield f"{one['count']} {escaped('/'.join(names))} {escaped(common)} <br>\n"


def _majors(entities: Numbered) -> Iterator[str]:
    texts: defaultdict[tuple[str, str], dict[int, Counter[str]]] = defaultdict(dict)
    for row in entities.rows:
        texts[row.cat, row.prop].setdefault(row.coref, Counter())[row.text] += 1
    for cat in _CLASSES:
        yield f"<h3>{cat}</h3>\n"
        for prop in ("PROP", "NOM"):
            largest = sorted(texts[cat, prop].values(), key=lambda counts: -counts.total())[:_MOST]
            for counts in largest:
                names = "/".join(name for name, _ in counts.most_common())
                yield f"{counts.total()} {escaped(names)} <br>\n"
            yield "<p>\n"


def _text(entities: Numbered) -> Iterator[str]:
    book, names = entities.book, _names(entities)
    before: defaultdict[int, str] = defaultdict(str)
    after: defaultdict[int, str] = defaultdict(str)
    for row in entities.rows:
        before[row.start] += "<i>[</i>"
        after[row.end] = f"<i>]</i><sub>{row.coref}-{escaped(names[row.coref])}</sub>" + after[row.end]
    for one in book.quotations:
        start, end, _, _, _, number, _ = quote_row(entities, one)
        before[start] = f"<q>{before[start]}"
        after[end] += f"</q><sub>[{number}-{escaped(names[number]) if number is not None else None}]</sub>"
    last = None
    for word, text in enumerate(book.document.words):
        if not book.words.body[word]:
            continue
        paragraph = int(book.words.paragraph[word])
        yield ("\n<p>" if paragraph != last else "") + f"{before.get(word, '')}{escaped(text)}{after.get(word, '')} "
        last = paragraph


def _names(entities: Numbered) -> dict[int, str]:
    """Number of an entity -> its most frequent name in lower case, else the most frequent noun phrase or pronoun."""
    counts: defaultdict[int, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for row in entities.rows:
        counts[row.coref][row.text.lower()] += _WEIGHTS[row.prop]
    return {number: max(forms, key=forms.__getitem__) for number, forms in counts.items()}
