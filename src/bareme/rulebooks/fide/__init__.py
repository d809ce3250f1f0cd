"""FIDE: chess rating, in exact integers and dated versions."""
