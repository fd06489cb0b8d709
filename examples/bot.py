#!/usr/bin/env python3
"""A player in Python, standard library only: starts `tafelrunde engine`, takes seat 0, answers at
random, prints the result.

    bot.py PROGRAM GAME PLAYERS          docs/protocol.md explains the messages; bot.c is the same in C
"""

import hashlib
import json
import os
import random
import subprocess
import sys

if len(sys.argv) != 4:
    raise SystemExit(__doc__)
program, game, players = sys.argv[1:]
bots = ",".join(["person"] + ["random"] * (int(players) - 1))
engine = subprocess.Popen(
    [program, "engine", game, "--players", players, "--bots", bots],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
)
entropy = os.urandom(32)  # our share in the draws
table = None


def send(kind, **members):
    print(
        json.dumps({"type": kind, "table": table, "seat": 0, **members}),
        file=engine.stdin,
        flush=True,
    )


for line in engine.stdout:
    message = json.loads(line)
    kind = message["type"]
    if kind == "welcome":  # commits to our bytes first, so that nobody reacts to them
        table = message["table"]
        send("entropy", hash=hashlib.blake2b(entropy, digest_size=32).hexdigest())
    elif kind == "waiting" and message["phase"] == "revealing":
        send("entropy", value=entropy.hex())
    elif kind == "question":  # a repeated question gets the same id, so it is answered once
        send(
            "answer",
            q=message["q"],
            id=f"answer {message['q']}",
            do=random.choice(message["legal"])["do"],
        )
    elif (
        kind == "refused" and message["reason"]["key"] != "error.match.stale"
    ):  # stale: it was forced
        raise SystemExit(f"bot: refused: {message}")
    elif kind == "update" and message["over"]:
        print(json.dumps(message["result"]))
        engine.stdin.close()  # the engine ends with its input
        raise SystemExit(engine.wait())
raise SystemExit("bot: the table closed before the end")
