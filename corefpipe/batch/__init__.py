"""Resolve many texts: files, each into a file of its own, and tables.

`resolve_files` works in one or several processes or on a Dask cluster, and a killed run can be resumed.
`map_partitions` is for bags and DataFrames of Dask, `resolve_frame` for those of pandas, `resolve_frames` for Spark.
spaCy is not imported until something is resolved.
"""

from corefpipe.batch.inputs import Input, Inputs
from corefpipe.batch.log import LOG, Log, Outcome
from corefpipe.batch.run import Summary, resolve_files
from corefpipe.batch.settings import Settings
from corefpipe.batch.tables import SPARK_COLUMNS, map_partitions, resolve_frame, resolve_frames

__all__ = [
    "LOG",
    "SPARK_COLUMNS",
    "Input",
    "Inputs",
    "Log",
    "Outcome",
    "Settings",
    "Summary",
    "map_partitions",
    "resolve_files",
    "resolve_frame",
    "resolve_frames",
]
