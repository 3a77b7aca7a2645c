"""The packaged models, one folder each."""
