"""Features of Ng & Cardie 2002."""
