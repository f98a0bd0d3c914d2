"""The search bot for Svoi Kozyri: `search.svoi_search` over the deals that fit what it has seen."""

from __future__ import annotations

from random import Random

from shokha.actions import PICK_UP, Action, ActionKind, cover, lead
from shokha.bots.base import Choice, Reason
from shokha.bots.svoi_rule import would_have_played
from shokha.cards import cards_of
from shokha.search.svoi_policy import Policy
from shokha.search.svoi_search import Search
from shokha.svoi.view import SvoiView
from shokha.worlds import sampler

ITERATIONS = 3000
PICK_UP_STEP = 36


class SvoiSearchBot:
    """Strong. The budget is the number of iterations; compiled, a hundred thousand take about a second."""

    name = "search"

    def choose(self, view: SvoiView, seed: int, budget: float | None = None) -> Choice:
        if view.is_picking:
            return Choice(view.legal[0], Reason("Before the deal every suit is as good as another."))
        if len(view.legal) == 1:
            return Choice(view.legal[0], Reason("There is nothing else to play."))
        iterations = int(budget or ITERATIONS)
        players = range(view.profile.players)
        tree = Search(
            sampler(view).sample(Random(seed)),
            view.known,
            list(cards_of(view.unseen)),
            [view.hidden(s) for s in players],
            would_have_played(view),
            Policy.standard(seed),
            seed,
            iterations + 2,
        )
        tree.run(iterations)
        action, chance = _most_tried(tree, view)
        return Choice(action, _reason(view, action, chance, _chance_of_picking_up(tree)))


def _most_tried(tree: Search, view: SvoiView) -> tuple[Action, float]:
    """The way that was tried most, and the chance not to lose with it."""
    step, _, chance = max(tree.children(), key=_trust)
    if view.free:
        return lead(1 << step), chance
    if step == PICK_UP_STEP:
        return PICK_UP, chance
    if view.hand == 1 << step:
        return cover(step, None), chance
    after, _, chance = max(tree.children(step), key=_trust)
    return cover(step, after), chance


def _trust(child: tuple[int, int, float]) -> tuple[int, float]:
    """Visits first, then the chance."""
    return child[1], child[2]


def _chance_of_picking_up(tree: Search) -> float | None:
    return next((chance for step, _, chance in tree.children() if step == PICK_UP_STEP), None)


def _reason(view: SvoiView, action: Action, chance: float, by_picking_up: float | None) -> Reason:
    """The judgement in a sentence."""
    facts: dict[str, object] = {"chance": chance}
    if action.kind is ActionKind.PICK_UP:
        facts["count"] = view.take_count()
        return Reason("I could cover, but after taking these {count} I lose less often: safe in {chance}.", facts)
    if action.kind is ActionKind.LEAD:
        return Reason(
            "{lead_cards} first: safe in {chance} of the endings I can imagine.", facts | {"lead_cards": action.cards}
        )
    facts["cover_cards"] = 1 << action.cover
    if action.lead_after is None:
        return Reason("{cover_cards} beats it and was my last card: I am out.", facts)
    facts["lead_cards"] = 1 << action.lead_after
    if by_picking_up is None or by_picking_up > chance - 0.02:
        return Reason("{cover_cards}, then {lead_cards}: safe in {chance} of the endings I can imagine.", facts)
    facts["other_chance"] = by_picking_up
    return Reason("{cover_cards}, then {lead_cards}: safe in {chance}, picking up only in {other_chance}.", facts)
