"""FISF: francophone duplicate Scrabble, percentage per series."""
