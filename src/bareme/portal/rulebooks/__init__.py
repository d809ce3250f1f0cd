"""The regulations: versions, articles beside formulas and parameters, tables, worked examples, errata."""
