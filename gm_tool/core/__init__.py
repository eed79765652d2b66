"""The words that every room shares: sources, problems, events, draws, forms, views, the game protocol."""
