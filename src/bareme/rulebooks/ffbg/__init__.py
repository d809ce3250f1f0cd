"""FFBG: backgammon Rating and ELO."""
