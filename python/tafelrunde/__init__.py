"""Tafelrunde in Python: games, positions, players, and environments for learning.

docs/library.md shows it in use.

    import tafelrunde
    state = tafelrunde.Game("tallinn").new(players=3)
    while not state.over:
        by = state.to_move[0]
        step = state.outcomes()[0][0] if by == tafelrunde.CHANCE else state.legal(by)[0]
        state.apply(by, step)
    print(state.result())

Every function takes a step as a number or as its notation ("play 7a"). Either a seat, given by its
number, or CHANCE takes it. Misuse of any kind raises Error.

`VecEnv` plays thousands of games at once; `tafelrunde.env` has environments in PettingZoo's form,
`tafelrunde.openspiel` games and states in OpenSpiel's.
"""

from tafelrunde._core import (
    CHANCE,
    CODES,
    LANGUAGES,
    SPECTATOR,
    Choice,
    Error,
    Game,
    Option,
    Outcome,
    Playouts,
    Result,
    State,
    Thinker,
    Thought,
    games,
    version,
)
from tafelrunde.vector import VecEnv

__version__: str = version()

__all__ = [
    "CHANCE",
    "CODES",
    "LANGUAGES",
    "SPECTATOR",
    "Choice",
    "Error",
    "Game",
    "Option",
    "Outcome",
    "Playouts",
    "Result",
    "State",
    "Thinker",
    "Thought",
    "VecEnv",
    "games",
    "version",
]
