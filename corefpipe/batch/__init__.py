"""Many files: each is resolved into a file of its own, in one process or several, and a run that was killed goes on.

`resolve_files` is all of it. Imports no spaCy until a file is resolved.
"""

from corefpipe.batch.inputs import Input, Inputs
from corefpipe.batch.log import LOG, Log, Outcome
from corefpipe.batch.run import Summary, resolve_files
from corefpipe.batch.settings import Settings

__all__ = ["LOG", "Input", "Inputs", "Log", "Outcome", "Settings", "Summary", "resolve_files"]
