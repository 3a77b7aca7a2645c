"""What a response gets wrong, by class, with examples, and what each class costs; two responses side by side."""

from typing import Any

from corefpipe.report.errors.analysis import analyse_documents, error_analysis
from corefpipe.report.errors.compared import ErrorComparison, compare_errors, error_comparison
from corefpipe.report.errors.entities import EntityError
from corefpipe.report.errors.links import LinkError
from corefpipe.report.errors.mentions import MentionError
from corefpipe.report.errors.result import ErrorAnalysis

__all__ = [
    "EntityError",
    "ErrorAnalysis",
    "ErrorComparison",
    "LinkError",
    "MentionError",
    "analyse_documents",
    "compare_errors",
    "error_analysis",
    "error_comparison",
    "errors",
]


def errors(key: Any, response: Any, other: Any = None, **settings: Any) -> ErrorAnalysis | ErrorComparison:
    """What a response, or what two, get wrong; see `error_analysis` and `error_comparison`.

    >>> found = corefpipe.errors([[(0, 1), (4, 6)], [(2, 3), (7, 8)]], [[(0, 1), (4, 6), (2, 3)]])
    >>> found.counts()["recall"], found.counts()["precision"]
    (1, 1)

    Args:
        key: the true annotation, of any kind that `corefpipe.score` takes.
        response: a response.
        other: another one.
        settings: as in `corefpipe.score`.

    Returns:
        An `ErrorAnalysis`, or an `ErrorComparison` of two responses. `print(result)`, `result.examples()`,
        `result.to_dict()` and `result.to_html("errors.html")` show it.
    """
    if other is None:
        return error_analysis(key, response, **settings)
    return error_comparison(key, response, other, **settings)
