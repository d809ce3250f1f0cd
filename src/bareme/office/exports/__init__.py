"""What leaves the office as files."""
