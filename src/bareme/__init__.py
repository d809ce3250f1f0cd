"""Barème: the rating office of a mind-sport federation."""

__version__ = "0.1.0"
