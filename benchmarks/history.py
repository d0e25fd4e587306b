"""Years of evenings from a seed: match documents that anybody can make again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

PEOPLE = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")
CALLS = ("clubs", "diamonds", "hearts", "spades", "no-trump", "misere")
HANDS = 18  # of one match: everybody makes each of the six calls once
FIRST = datetime(1990, 1, 1, 19, 0, tzinfo=UTC)


def documents(hands: int, seed: int = 358) -> Iterator[str]:
    """Match documents, one a line, with about so many hands in all."""
    random = Random(seed)
    for number in range(-(-hands // HANDS)):
        players = random.sample(PEOPLE, 3)
        begun = FIRST + timedelta(hours=8 * number)
        yield json.dumps(
            {
                "format": "scorekeeper/1",
                "id": str(UUID(int=random.getrandbits(128), version=4)),
                "variant": "3-5-8-calls",
                "players": players,
                "dealer": players[0],
                "stake": "0.10",
                "started": begun.isoformat(),
                "hands": [
                    {
                        "tricks": dict(zip(players, _tricks(random), strict=True)),
                        "call": CALLS[place // 3],
                        "played": (begun + timedelta(minutes=8 * place)).isoformat(),
                    }
                    for place in range(HANDS)
                ],
            }
        )


def _tricks(random: Random) -> tuple[int, int, int]:
    first = min(16, max(0, round(random.gauss(5.3, 2.5))))
    second = random.randint(0, 16 - first)
    return first, second, 16 - first - second
