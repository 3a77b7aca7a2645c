"""The version of corefpipe: imported by what writes it into files."""

__version__ = "0.1.0"
