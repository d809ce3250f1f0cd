"""What all pages share: who may open one, language, head and foot, errors, files, headers."""
