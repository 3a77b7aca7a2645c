"""The two halves of `corefpipe cluster`: learning a model from a table, and applying it to another."""
