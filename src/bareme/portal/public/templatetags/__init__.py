"""For the templates of the public pages."""
