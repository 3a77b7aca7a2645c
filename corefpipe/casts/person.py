"""A person of the cast."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from corefpipe.casts.forms import Form, Roles
from corefpipe.lexicon import Lexicon


@dataclass(eq=False)
class Person:
    """A person of the cast.

    Attributes:
        forms: the forms of the name with their counts.
        firsts, lasts: first names and surnames.
        titles: classes of titles with their counts.
        gender: "male", "female" or "".
        married: her surnames after marriage, beside a maiden name, so that "Miss" and "Mrs." fit.
    """

    forms: Counter[Form] = field(default_factory=Counter)
    firsts: set[str] = field(default_factory=set)
    lasts: set[str] = field(default_factory=set)
    titles: Counter[str] = field(default_factory=Counter)
    gender: str = ""
    married: set[str] = field(default_factory=set)

    @classmethod
    def of_form(cls, lexicon: Lexicon, form: Form) -> Person:
        """Somebody who is known by one name only, without the words of the name."""
        roles = Roles(lexicon)
        title = roles.title(form)
        return cls(titles=Counter([title] if title else []), gender=roles.gender(form))

    @property
    def count(self) -> int:
        """Number of the person's names."""
        return self.forms.total()
