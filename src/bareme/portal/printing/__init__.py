"""Lists, players and events on paper: the same pages as PDF, tagged for screen readers (extra `print`)."""
