"""Features of published systems, one module or folder per paper."""
