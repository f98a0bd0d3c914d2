"""The laboratory: measuring players against each other, honestly and so that anybody can do it again.

`board` and `duplicate` play the same deal from all chairs, `intervals`, `sprt` and `rating` say how sure a
difference is, `results` keeps what was played in a file that only grows, `processes` spreads work over
processors. Whatever is measured depends on seeds alone: not on how many processes worked, in which order,
or whether the run was broken off in the middle.
"""
