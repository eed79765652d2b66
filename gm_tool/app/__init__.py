"""The use cases, one function each: they bring the rooms together."""
