"""Features of Soon, Ng & Lim 2001."""
