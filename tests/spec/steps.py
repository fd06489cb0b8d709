"""Helpers of the examples: take given or random steps."""


def play(game, steps):
    """Applies lines "SEAT STEP", each of which must be legal."""
    for step in steps:
        by, do = step.split(" ", 1)
        if by == "chance":
            assert do in game.outcomes(), (do, game.outcomes())
            game.apply("chance", do)
        else:
            assert int(by) in game.to_move() and do in game.legal(int(by)), (step, game.to_move())
            game.apply(int(by), do)


def run(game, rng, until):
    """Takes random steps until a condition holds or the game is over."""
    while game.to_move() != [] and not until():
        if game.to_move() == "chance":
            outcomes = game.outcomes()
            game.apply("chance", rng.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            seat = rng.choice(game.to_move())
            game.apply(seat, rng.choice(sorted(game.legal(seat))))


def starting(legal, verb):
    return {do for do in legal if do.split()[0] == verb}
