"""The public pages: home, lists, players, events, explanations. They only look."""
