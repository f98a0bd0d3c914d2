"""What people read: one wording for every screen of this package, ready for translation.

`Words` names seats, sides, cards and suits; `telling` turns observations into sentences, `counting`
explains scores, `showing` describes a view and the actions in it. Nothing here sees more than the
observations and views it is handed, and nothing writes anywhere.
"""

from shokha.words.base import Words
from shokha.words.counting import count_lines, standing
from shokha.words.refusing import refusal
from shokha.words.showing import describe_action, describe_trick, pairings, situation
from shokha.words.telling import Teller

__all__ = [
    "Teller",
    "Words",
    "count_lines",
    "describe_action",
    "describe_trick",
    "pairings",
    "refusal",
    "situation",
    "standing",
]
