"""Corrections: asked, decided, recorded as facts that supersede others."""
