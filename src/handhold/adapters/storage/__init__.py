"""Where tests and what came of them are kept: definitions as files of the repository, runs in a database."""
