"""What a response gets wrong, by class, with examples, and what each class costs; two responses side by side."""

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
]
