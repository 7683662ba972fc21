"""Acting on the page: what is done to an element, and how it is checked."""
