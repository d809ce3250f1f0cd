"""Who works here, and what each may do."""
