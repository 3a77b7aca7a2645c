"""Resolve many files, each into a file of its own, in one or several processes; a killed run can be resumed.

The function to call is `resolve_files`. spaCy is not imported until a file is resolved.
"""

from corefpipe.batch.inputs import Input, Inputs
from corefpipe.batch.log import LOG, Log, Outcome
from corefpipe.batch.run import Summary, resolve_files
from corefpipe.batch.settings import Settings

__all__ = ["LOG", "Input", "Inputs", "Log", "Outcome", "Settings", "Summary", "resolve_files"]
