"""Match equity: how likely each side is to win the match of Kozel, from every score.

A deal is not worth its card points, nor even its penalties: at 10–10 only winning it counts, at 8–8 a loss
of 2 leaves a third of the match and a loss of 4 nothing. `utility` turns the result of a deal into what it
is worth to a side, from 0 to 1; searches maximise that.

Where the numbers come from: `outcomes` holds how deals between equal rule bots end (measured by
`shokha equity --measure`, files in `data/`), `chances` runs the match engine over these outcomes until the
chances of every score agree with each other, `utility` looks results up in them.
"""

from shokha.equity.chances import Chances, chances
from shokha.equity.outcomes import Outcome, Outcomes, outcomes_for
from shokha.equity.utility import Standing, Utility, utility

__all__ = ["Chances", "Outcome", "Outcomes", "Standing", "Utility", "chances", "outcomes_for", "utility"]
