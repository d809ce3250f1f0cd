"""Reports: fragments of HTML that any page may hold, and a page of its own that needs nothing else."""
