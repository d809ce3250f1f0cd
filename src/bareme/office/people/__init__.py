"""Members: names, numbers, affiliations, licences, merges; personal data apart."""
