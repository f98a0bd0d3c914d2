"""The line-mode terminal: sentences and numbered choices, standard library only, no cursor tricks."""
