"""What is on the screen, for whoever sees it for the first time: test ids, nodes with refs, a picture."""
