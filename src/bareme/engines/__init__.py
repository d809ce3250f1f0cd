"""Bulk replay: the rulebooks' own scalar functions, compiled, over millions of results. Extra `fast`."""
