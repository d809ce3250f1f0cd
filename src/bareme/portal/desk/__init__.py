"""The officer's desk: what waits, imports, corrections, members, runs and lists, the diary, users."""
