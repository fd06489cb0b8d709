#!/usr/bin/env python3
"""A player that needs only Python's standard library. It starts `tafelrunde engine`, takes seat 0,
answers at random and prints the result.

    bot.py PROGRAM GAME PLAYERS

docs/protocol.md explains the messages; bot.c is the same player in C.
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
entropy = os.urandom(32)  # our contribution to the random draws
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
    if kind == "welcome":  # send a hash first, so that nobody can adapt to our bytes
        table = message["table"]
        send("entropy", hash=hashlib.blake2b(entropy, digest_size=32).hexdigest())
    elif kind == "waiting" and message["phase"] == "revealing":
        send("entropy", value=entropy.hex())
    elif kind == "question":  # the id makes a repeated answer count once
        send(
            "answer",
            q=message["q"],
            id=f"answer {message['q']}",
            do=random.choice(message["legal"])["do"],
        )
    elif kind == "refused" and message["reason"]["key"] != "error.match.stale":
        # A stale answer is harmless: the table has already played the only legal step.
        raise SystemExit(f"bot: refused: {message}")
    elif kind == "update" and message["over"]:
        print(json.dumps(message["result"]))
        engine.stdin.close()  # the engine exits at the end of its input
        raise SystemExit(engine.wait())
raise SystemExit("bot: the table closed before the end")
