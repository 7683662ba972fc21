"""Real things that tests stand on: sites, server processes, and what is left of them."""
