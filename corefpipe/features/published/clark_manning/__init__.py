"""Features of Clark & Manning 2015."""
