"""Editions: lists as published, which never change again."""
