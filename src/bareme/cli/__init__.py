"""The command line; thin. Heavy imports belong inside the commands."""
