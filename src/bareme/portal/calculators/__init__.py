"""The official engine on a few numbers, for people: a match, a whole event, a finish. What is put in stands in the address."""
