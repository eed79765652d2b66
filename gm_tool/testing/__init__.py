"""For who writes a game: the conformance suite, and the fuzzer that looks for what nobody thought of.

from gm_tool.testing import Conformance

class TestMyGame(Conformance):
    game = MyGame
"""

from gm_tool.testing.conformance import Conformance

__all__ = ["Conformance"]
