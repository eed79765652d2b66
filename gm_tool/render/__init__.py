"""A view in, text out: posts in a dialect, boards, tables. Pure; never sees a state."""
