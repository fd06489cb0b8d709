#!/usr/bin/env python3
"""A player of its own in Python, standard library only: starts `tafelrunde engine`, has seat 0, answers at random, prints the result.

    bot.py PROGRAM GAME PLAYERS          docs/protocol.md explains the messages; bot.c is the same in C
"""

import hashlib
import json
import os
import random
import subprocess
import sys


class Bot:
    def __init__(self, program, game, players):
        bots = ",".join(["person"] + ["random"] * (players - 1))
        self.engine = subprocess.Popen([program, "engine", game, "--players", str(players), "--bots", bots],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.entropy = os.urandom(32)  # our share in the draws
        self.table = self.answered = None

    def send(self, kind, **members):
        print(json.dumps({"type": kind, "table": self.table, "seat": 0, **members}), file=self.engine.stdin, flush=True)

    def receive(self, message):
        """Does what a message asks for; returns the result once there is one."""
        kind = message["type"]
        if kind == "welcome":  # first a hash of the share, so that nobody can choose theirs after seeing ours
            self.table = message["table"]
            self.send("entropy", hash=hashlib.blake2b(self.entropy, digest_size=32).hexdigest())
        elif kind == "waiting" and message["phase"] == "revealing":
            self.send("entropy", value=self.entropy.hex())
        elif kind == "question" and message["q"] != self.answered:  # it comes again when others have answered: once is enough
            self.answered = message["q"]
            legal = random.choice(message["legal"])
            self.send("answer", q=message["q"], id=f"answer {message['q']}", do=legal["do"])
        elif kind == "refused" and message["reason"]["key"] != "error.match.stale":  # stale: no choice, and the table was faster
            raise SystemExit(f"bot: refused: {message}")
        elif kind == "update" and message["over"]:
            return message["result"]

    def play(self):
        with self.engine:
            for line in self.engine.stdout:
                result = self.receive(json.loads(line))
                if result:
                    self.engine.stdin.close()  # the engine ends with its input
                    return result
        raise SystemExit("bot: the table closed before the end")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    print(json.dumps(Bot(sys.argv[1], sys.argv[2], int(sys.argv[3])).play()))
