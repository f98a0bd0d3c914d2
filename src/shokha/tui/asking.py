"""Texts of the full screen that are longer than a word: its keys, its help, advice."""

from __future__ import annotations

from textual.content import Content

from shokha.bots.base import Choice
from shokha.words import Words, describe_action


def keys(w: Words) -> Content:
    """The line at the foot of the screen; each key can be clicked."""
    entries = [
        ("h", "hint", w._("Hint")),
        ("m", "moves", w._("Moves")),
        ("w", "why", w._("Why?")),
        ("r", "rules", w._("Rules")),
        ("?", "help", w._("Help")),
        ("q", "app.leave(0)", w._("Leave")),
    ]
    if w.profile.game == "kozel":
        entries.insert(3, ("t", "last_trick", w._("Last trick")))
    pieces = []
    for key, action, text in entries:
        target = action if "." in action else f"screen.{action}"
        call = target if "(" in target else f"{target}()"
        pieces.append(
            Content.from_markup(
                f"[@click={call}][bold]$key[/bold]\u00a0$text[/]", key=key, text=text.replace(" ", "\u00a0")
            )
        )
    return Content("  ").join(pieces)


def advice(w: Words, name: str, choice: Choice) -> str:
    """What a bot would play, and why."""
    text = w._("Advice of {name}: {what}. {reason}")
    return text.format(name=name, what=describe_action(w, choice.action), reason=w.reason(choice.reason))


def help_text(w: Words) -> str:
    """How to play with keys and mouse."""
    if w.profile.game == "kozel":
        moves = w._(
            "Choose cards by their numbers, with the arrows and the space bar, or with the mouse.\n"
            "l leads them. To answer, say which: b beats (face up, each card must beat one of theirs), "
            "d discards them face down.\n"
            "y shows a combination when you are asked, n keeps it."
        )
    else:
        moves = w._(
            "Choose cards by their numbers (0 is the tenth), with the arrows and the space bar, or with the mouse.\n"
            "l leads one. To beat the top of the pile, choose first the card that beats it, then the card to lead "
            "after it, and press b; with your last card, that one alone. p picks up instead."
        )
    others = w._(
        "Enter leads, and deals the next deal. Escape puts the chosen cards back.\n"
        "h: advice, with its reason. m: all you may play. w: the bots' reasons. t: the last trick.\n"
        "r: the version and its settings, to be searched. x: write the record so far.\n"
        "Page Up and Page Down scroll what has been told. q or Ctrl-C leaves.\n"
        "Every move is saved at once: leaving loses nothing."
    )
    return f"{moves}\n\n{others}"
