"""The laboratory: measuring players against each other, honestly and so that anybody can do it again.

`board` plays the same deal from all chairs; `duel`, `ladder` (with partners), `regret` and `exploit` (in the
games of `tiny`) are what can be asked; `intervals`, `sprt` and `rating` say how sure an answer is. An
`experiment` is work on many items; `results` keeps what is done in a file that only grows, `processes`
spreads the rest over processors or a cluster, `conditions` notes where and with which code; `report` makes
a page with `plots` of it all. `outcomes` measures what match equity is made of.

Whatever is measured depends on seeds alone: not on how many processes worked, in which order, or whether
the run was broken off in the middle.
"""
