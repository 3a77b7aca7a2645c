"""ACE 2004 and 2005: `.apf.xml` and the `.sgm` beside it."""
