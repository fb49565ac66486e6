#!/usr/bin/env python3
"""A bot for Longjump that plays by chance: the smallest one there can be.

    BOT_TOKEN=... python3 bot.py http://127.0.0.1:4766 minicheckers

It sits down in the first open game of its kind, or opens one, plays it to the end, and takes
the next. It needs nothing but Python: the server tells the legal moves.
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


def ask(server, path, body=None):
    """One request; what the server refuses is returned as its answer."""
    request = urllib.request.Request(
        server + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["BOT_TOKEN"],
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def events(server, game):
    """The messages of a game: first the whole room, then whatever happens."""
    request = urllib.request.Request(
        f"{server}/api/games/{game}/stream",
        headers={"Authorization": "Bearer " + os.environ["BOT_TOKEN"]},
    )
    with urllib.request.urlopen(request, timeout=60) as stream:
        for line in stream:
            if line.startswith(b"data:"):
                yield json.loads(line[5:])


def find_game(server, wanted):
    """A game with a free seat, or a new one."""
    for game in ask(server, "/api/lobby"):
        if game["game"] == wanted and not game["rated"]:
            sit = {"action": {"kind": "sit"}, "id": uuid.uuid4().hex}
            if "version" in ask(server, f"/api/games/{game['id']}/actions", sit):
                return game["id"]
    opened = ask(server, "/api/games", {"game": wanted, "control": "60+1", "public": True})
    return opened["id"]


def play(server, game, name):
    for message in events(server, game):
        if message["t"] == "room":
            after = message["room"]
            seats = after["seats"]
        elif message["t"] == "event":
            after = message["after"]
            seats = after.get("seats", seats)
        else:
            continue
        if after["outcome"]:
            print(f"game {game} is over: {after['outcome']}", flush=True)
            return
        turn = after["turn"]
        if turn is not None and (seats[turn]["occupant"] or {}).get("name") == name:
            choice = ask(server, f"/api/games/{game}/moves")
            mv = random.choice(choice["legal"])
            # Sent again after a broken line, with the same id, it is done once.
            body = {"ply": choice["ply"], "mv": mv, "id": uuid.uuid4().hex}
            answer = ask(server, f"/api/games/{game}/moves", body)
            if "why" in answer:
                print(f"refused: {answer['why']}", file=sys.stderr)


def main():
    server, wanted = sys.argv[1].rstrip("/"), sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else sys.maxsize
    me = ask(server, "/api/me")
    if not me.get("player"):
        sys.exit("BOT_TOKEN is no token of a bot here")
    for _ in range(rounds):
        game = find_game(server, wanted)
        print(f"in game {game}", flush=True)
        try:
            play(server, game, me["player"]["name"])
        except OSError as error:
            print(f"the line broke: {error}", file=sys.stderr)
            time.sleep(1)


if __name__ == "__main__":
    if len(sys.argv) < 3 or "BOT_TOKEN" not in os.environ:
        sys.exit(__doc__)
    main()
