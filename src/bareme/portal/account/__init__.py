"""One's own account: password, language, second factor, tokens, and what one may do."""
