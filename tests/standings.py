"""A tournament's standings, computed a second time, independently of tournament/standings.c."""


def recompute(tables, equal_deals):
    """Entrant to (matchpoints, points, opposition). Matchpoints count only with equal deals."""
    points, matchpoints, opposition = {}, {}, {}
    for table in tables:
        for seat, entrant in enumerate(table["entrants"]):
            place, score = table["place"][seat], table["score"][seat]
            behind = sum(other > place for other in table["place"])
            beside = sum(other == place for other in table["place"]) - 1
            points[entrant] = points.get(entrant, 0) + behind + beside / 2
            others = [
                other["score"][seat]
                for other in tables
                if other is not table and other["round"] == table["round"] and equal_deals
            ]
            matchpoints[entrant] = matchpoints.get(entrant, 0) + sum(
                2 * (score > other) + (score == other) for other in others
            )
    for table in tables:
        people = [entrant for entrant in table["entrants"] if entrant is not None]
        for entrant in people:
            met = sum(points[other] for other in people if other != entrant)
            opposition[entrant] = opposition.get(entrant, 0) + met
    return {
        entrant: (matchpoints[entrant], points[entrant], opposition[entrant])
        for entrant in points
        if entrant is not None
    }
