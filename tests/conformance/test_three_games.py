"""The games that come along hold what every game must hold."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from gm_tool.core.game import AnyGame, Json
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.state import HOLDINGS
from gm_tool.rules.caravaneers import Caravaneers
from gm_tool.testing import Conformance


class TestCamelLots(Conformance):
    game = CamelLots

    def secrets(self, game: AnyGame) -> Sequence[str]:
        return [what for what in HOLDINGS if not what.startswith("stock")]  # a stock gone is one less in the market

    def disguised(self, game: AnyGame, state: Any, player: str, order: Json, chance: random.Random) -> Json:
        """Other bets, or other garnets traded, on the same action."""
        if order.get("action") == "bet":
            return {"action": "bet", "bets": {colour: amount + 1 for colour, amount in order["bets"].items()}}
        return order | {"garnets": chance.randint(0, 5)}


class TestCamelUp(Conformance):
    game = CamelUp

    def secrets(self, game: AnyGame) -> Sequence[str]:
        assert isinstance(game, CamelUp)
        return () if game._settings.coins_public else ("coins",)

    def disguised(self, game: AnyGame, state: Any, player: str, order: Json, chance: random.Random) -> Json:
        """The card of another camel on the same deck."""
        if order["action"] not in ("winner", "loser"):
            return None
        return order | {"camel": chance.choice(state.players[player].cards)}


class TestCaravaneers(Conformance):
    game = Caravaneers
