"""Real faults and real attacks against a real server, each with the promise it must not break."""
