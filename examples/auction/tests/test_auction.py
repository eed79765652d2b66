from collections.abc import Sequence

from sealed_auction import Auction

from gm_tool.core.game import AnyGame
from gm_tool.testing import Conformance


class TestAuction(Conformance):
    game = Auction

    def secrets(self, game: AnyGame) -> Sequence[str]:
        return ["coins"]
