"""What rows are read for."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct

from gm_tool.core.forms import Step
from gm_tool.core.names import Names
from gm_tool.engine.submissions import Content, Had
from gm_tool.engine.times import Clock


class Asked(Struct, frozen=True):
    """What rows are read for: the step and its players, the clock, and whose late rows count all the same.

    `earlier` are the answers that earlier steps have had.
    """

    step: Step
    players: Names
    clock: Clock
    accepted: AbstractSet[str]
    earlier: Mapping[Content, Had] = {}
