"""Completes updates as a client does: the table sends the whole view once, then what has changed
(docs/protocol.md)."""

from tap import true


def changed(view, changes):
    """The view after changes, each of which changes something."""
    merged = {**view, **changes}
    if "seats" in changes:
        pairs = list(zip(view["seats"], changes["seats"], strict=True))
        merged["seats"] = [{**seat, **change} for seat, change in pairs]
        true("a seat has changed", any(change for _, change in pairs))
        for seat, change in pairs:
            true("only what is different", all(seat[name] != change[name] for name in change))
    true("only what is different", all(view[name] != merged[name] for name in changes))
    return merged


class Views:
    """What one client has been sent."""

    def __init__(self):
        self.updates = {}  # by table, observer and version
        self.latest = {}  # by table and observer: the version of the latest update, and the highest
        self.changes = 0  # updates with changes

    def complete(self, update):
        """Replaces the changes of an update by the whole view, and adds what stands."""
        observer = (update["table"], update["seat"])
        last, highest = self.latest.get(observer, (0, 0))
        if "changes" in update:
            since = update.pop("since")
            true("changes of a view that the client has", since in (last, highest))
            before = self.updates[observer, since]
            update["view"] = changed(before["view"], update.pop("changes"))
            self.changes += 1
            if update["entry"] != "undo":
                update["steps_stand"] = before["steps_stand"] + (update["entry"] == "step")
                update["events_stand"] = before["events_stand"] + len(update["events"])
                ends = [event["line"] + 1 for event in update["events"]]
                update["lines"] = max([before["lines"], *ends])
        self.updates[observer, update["version"]] = update
        self.latest[observer] = (update["version"], max(update["version"], highest))
