"""The lab for officers: a ranking under other rules, as a report."""
