"""Each check of the conformance suite finds the fault that it is there for, in an auction that has it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import structs
from sealed_auction import LOTS, Auction, Bid, LotSold, State

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Form, Step
from gm_tool.core.game import AnyGame, Json, Judged, Parsed
from gm_tool.core.sources import Cell
from gm_tool.core.views import PUBLIC, View, Viewer
from gm_tool.testing import Conformance, turns
from gm_tool.testing.turns import NoWayOn


class Suite(Conformance):
    """The suite in short, for the auction."""

    game: ClassVar[type[AnyGame]] = Auction
    games, endings, twins, looked_at = 2, 3, 4, 4

    def secrets(self, game: AnyGame) -> Sequence[str]:
        return ["coins"]


def suite(kind: type[AnyGame]) -> Any:
    """The suite for another game."""
    return type("SuiteOfOne", (Suite,), {"game": kind})()


class ForgetsLots(Auction):
    def dump(self, state: State) -> Json:
        return super().dump(structs.replace(state, lots={}))


class RoundsFloats(Auction):
    def load(self, state: Json) -> State:
        return structs.replace(super().load(state), points=dict(reversed(state["points"].items())))


class ForgetsWhoKnows(Auction):
    def load_events(self, events: Json) -> Sequence[Event]:
        return [structs.replace(event, known_to="gm") for event in super().load_events(events)]


class SaysStatesAreJson(Auction):
    states_are_json = True

    def dump(self, state: State) -> Json:
        return dict(reversed(super().dump(state).items()))


class ReadsTextOtherwise(Auction):
    def load_text(self, text: bytes) -> State:
        return structs.replace(self.load(msgspec.json.decode(text)), points={})


@pytest.mark.parametrize("kind", [ForgetsLots, RoundsFloats, ForgetsWhoKnows, SaysStatesAreJson, ReadsTextOtherwise])
def test_what_json_loses_is_found(kind: type[AnyGame]) -> None:
    with pytest.raises(AssertionError, match=r"JSON|dump"):
        suite(kind).test_states_and_events_survive_json()


class CountsInItself(Auction):
    played = 0

    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        self.played += 1
        return [structs.replace(event, rule=str(self.played)) for event in super().resolve(state, orders, draws)]


class FoldsAllOrNothing(Auction):
    def fold(self, state: State, events: Sequence[Event]) -> State:
        return super().fold(state, events) if len(events) == 3 else state


class ChangesTheStateBefore(Auction):
    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        state.points[next(iter(orders))] += 1
        return super().resolve(state, orders, draws)


@pytest.mark.parametrize("kind", [CountsInItself, FoldsAllOrNothing, ChangesTheStateBefore])
def test_a_state_that_changes_by_more_than_events_is_found(kind: type[AnyGame]) -> None:
    with pytest.raises(AssertionError, match="events"):
        suite(kind).test_a_state_changes_by_its_events_alone()


class PaysDouble(Auction):
    def fold(self, state: State, events: Sequence[Event]) -> State:
        bonus = [event for event in events if isinstance(event, Change) and event.what == "points"]
        return super().fold(state, [*events, *bonus])


def test_points_from_nowhere_are_found() -> None:
    with pytest.raises(AssertionError, match="points, but the changes add up to"):
        suite(PaysDouble).test_what_players_have_is_the_sum_of_the_changes()


class Silent(Auction):
    def tell(self, event: Event) -> str:
        return " "


class SaysNothing(Auction):
    def say(self, order: Json) -> str:
        return ""


class MixesUpViewers(Auction):
    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        return super().view(before, events, after, PUBLIC)


@pytest.mark.parametrize(
    ("kind", "told"),
    [(Silent, "told as nothing"), (SaysNothing, "said as nothing"), (MixesUpViewers, "is for the public")],
)
def test_what_can_not_be_told_is_found(kind: type[AnyGame], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        suite(kind).test_everything_can_be_told()


class InTurns(MixesUpViewers):
    """Whose views are mixed up where they tell of several turns."""

    info = structs.replace(Auction.info, simultaneous=False)

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        return Auction.view(self, before, events, after, viewer if len(events) < 6 else PUBLIC)


def test_several_turns_that_can_not_be_told_are_found() -> None:
    with pytest.raises(AssertionError, match="the view of 3 turns for the GM"):
        suite(InTurns).test_everything_can_be_told()


class ShowsInPassing(Auction):
    """Which shows what one pays where a post tells of several turns."""

    info = structs.replace(Auction.info, simultaneous=False)

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        seen = super().view(before, events, after, viewer)
        words = {**seen.words, "rich": max(after.coins.values())} if len(events) > 3 else seen.words
        return View(viewer, words, seen.boards)


class NeverContent(Auction):
    def invariants(self, state: State) -> Sequence[str]:
        return ["nobody has seven coins."] if state.round == 0 else []


def test_a_broken_state_is_found() -> None:
    with pytest.raises(AssertionError, match="nobody has seven coins"):
        suite(NeverContent).test_nothing_is_ever_broken()


class SaysOneMore(Auction):
    def say(self, order: Json) -> str:
        return f"bid {order['bid'] + 1}"


class CanNotRead(Auction):
    def read(self, state: State, player: str, text: str) -> Parsed:
        return super().read(state, player, f"offer {text}")


@pytest.mark.parametrize("kind", [SaysOneMore, CanNotRead])
def test_an_order_that_is_read_otherwise_is_found(kind: type[AnyGame]) -> None:
    with pytest.raises(AssertionError, match="is read as another order"):
        suite(kind).test_an_order_that_is_said_is_read_again()


class LooksAtTheRow(Auction):
    def parse(self, state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        return Parsed({"bid": int(cells["bid"].address[1:])})


def test_orders_that_hang_on_their_row_are_found() -> None:
    with pytest.raises(AssertionError, match="rows in another order"):
        suite(LooksAtTheRow).test_the_order_of_rows_makes_no_difference()


class NullIsOne(Auction):
    def judge(self, state: State, player: str, order: Json) -> Judged:
        return super().judge(state, player, {"bid": 1} if order is None else order)


class NullIsSomething(NullIsOne):
    def default(self, state: State, player: str) -> Any:
        return None


class DefaultOfADreamer(Auction):
    def default(self, state: State, player: str) -> Bid:
        return Bid(1_000)


@pytest.mark.parametrize("kind", [NullIsOne, NullIsSomething, DefaultOfADreamer])
def test_a_default_that_does_not_stand_is_found(kind: type[AnyGame]) -> None:
    with pytest.raises(Exception, match=r"is judged as|a state that can't be"):
        suite(kind).test_the_default_stands()


class TrustsOrders(Auction):
    def judge(self, state: State, player: str, order: Json) -> Judged:
        return Judged(Bid(order["bid"]))


class RefusesWithoutAWord(Auction):
    def judge(self, state: State, player: str, order: Json) -> Judged:
        return Judged(super().judge(state, player, order).order)


class TrustsCells(Auction):
    def parse(self, state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        return Parsed({"bid": int(cells["bid"].text)})


class TrustsMessages(Auction):
    def read(self, state: State, player: str, text: str) -> Parsed:
        return Parsed({"bid": int(text.split()[1])})


class MumblesOfOddCells(Auction):
    def parse(self, state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        parsed = super().parse(state, player, cells)
        return Parsed(parsed.order, tuple(structs.replace(problem, code="") for problem in parsed.problems))


@pytest.mark.parametrize("kind", [TrustsOrders, RefusesWithoutAWord, TrustsCells, TrustsMessages, MumblesOfOddCells])
def test_nonsense_that_is_not_refused_is_found(kind: type[AnyGame]) -> None:
    with pytest.raises((AssertionError, TypeError, KeyError, ValueError, IndexError)):
        suite(kind).test_nonsense_gives_problems()


class OffersTooMuch(Auction):
    def form(self, state: State, player: str | None) -> Form:
        [field] = super().form(state, player).fields
        most = None if field.maximum is None else field.maximum + 1
        return Form((structs.replace(field, maximum=most),))

    def judge(self, state: State, player: str, order: Json) -> Judged:
        judged = super().judge(state, player, order)
        unpaid = judged.order is not None and judged.order.bid > state.coins[player]
        return Judged(None, super().judge(state, player, "nonsense").problems) if unpaid else judged


def test_an_entry_that_is_offered_and_never_legal_is_found() -> None:
    with pytest.raises(AssertionError, match=r"offers 2\d under Bid, but no legal order has it"):
        suite(OffersTooMuch).test_all_that_the_form_offers_is_legal()


class ListsASet(Auction):
    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        seen = super().view(before, events, after, viewer)
        return View(
            viewer, {**seen.words, "lots": list({f"{lot} {n}" for lot, _ in LOTS for n in range(9)})}, seen.boards
        )


def test_the_order_of_a_set_is_found() -> None:
    with pytest.raises(AssertionError, match="come out differently"):
        suite(ListsASet).test_another_hash_seed_gives_the_same_bytes()


class ShowsThePurse(Auction):
    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        seen = super().view(before, events, after, viewer)
        return View(viewer, {**seen.words, "coins": dict(after.coins)}, seen.boards)


class HintsAtThePurse(Auction):
    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        seen = super().view(before, events, after, viewer)
        return View(viewer, {**seen.words, "rich": [p for p, coins in after.coins.items() if coins > 100]}, seen.boards)


class LimitsBySecrets(Auction):
    def form(self, state: State, player: str | None) -> Form:
        [field] = super().form(state, player).fields
        return Form((structs.replace(field, maximum=max(state.coins.values())),))


class PublishesPrices(Auction):
    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        rich = Change(player="", known_to="public", what="purse", amount=max(state.coins.values()), reason="boast")
        return [*super().resolve(state, orders, draws), rich]

    def fold(self, state: State, events: Sequence[Event]) -> State:
        return super().fold(state, [event for event in events if event.player])

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        return super().view(before, [event for event in events if event.player], after, viewer)


class EndsWhenOneIsRich(Auction):
    def due(self, state: State) -> Step | None:
        return super().due(state) if state.round < 1 or max(state.coins.values()) < 100 else None


class HasNoPurse(Auction):
    def holdings(self, state: State, player: str) -> Mapping[str, int]:
        return {"coins": 0, "points": state.points[player]}


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (ShowsThePurse, "the public can read 73104, which"),
        (HintsAtThePurse, "the view of the public changes"),
        (ShowsInPassing, "the public can read 73104, which"),
        (LimitsBySecrets, "the form for the public changes"),
        (PublishesPrices, "public events change"),
        (EndsWhenOneIsRich, "a difference to what is asked next"),
        (HasNoPurse, "a change of coins changes nothing"),
    ],
)
def test_a_secret_that_gets_out_is_found(kind: type[AnyGame], told: str) -> None:
    with pytest.raises(AssertionError, match=told):
        suite(kind).test_what_one_hides_nobody_else_can_tell()


class LaysCards(Auction):
    """An auction in which the highest bid is public: of an order, nothing is hidden."""

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        seen = super().view(before, events, after, viewer)
        paid = [event.amount for event in events if isinstance(event, Change) and event.what == "coins"]
        return View(viewer, {**seen.words, "paid": paid}, seen.boards)


def test_a_disguised_order_that_shows_is_found() -> None:
    class Disguising(Conformance):
        game: ClassVar[type[AnyGame]] = LaysCards

        def disguised(self, game: AnyGame, state: Any, player: str, order: Json, chance: random.Random) -> Json:
            return {"bid": order["bid"] + 1}

    with pytest.raises(AssertionError, match="the view of the public changes"):
        Disguising().test_what_one_hides_nobody_else_can_tell()


def test_a_game_that_hides_something_has_to_say_what() -> None:
    class Mute(Conformance):
        game: ClassVar[type[AnyGame]] = Auction

    with pytest.raises(AssertionError, match="say what is hidden"):
        Mute().test_what_one_hides_nobody_else_can_tell()


class HasNoEnd(Auction):
    def due(self, state: State) -> Step | None:
        return Step("round", state.round + 1, tuple(state.coins))

    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        return [LotSold(lot="Vase")]


class WaitsForNobody(Auction):
    def form(self, state: State, player: str | None) -> Form:
        [field] = super().form(state, player).fields
        return Form((structs.replace(field, minimum=1),) if state.round < 2 else ())

    def default(self, state: State, player: str) -> Any:
        return None


@pytest.mark.parametrize(("kind", "told"), [(HasNoEnd, "has not ended"), (WaitsForNobody, "waits for")])
def test_a_game_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch, kind: type[AnyGame], told: str) -> None:
    monkeypatch.setattr(turns, "MOST_STEPS", 50)
    with pytest.raises(NoWayOn, match=told):
        suite(kind).test_random_games_end()


class Keeps(Suite):
    pass


@pytest.mark.parametrize("check", [name for name in dir(Conformance) if name.startswith("test_")])
def test_the_auction_itself_holds(check: str) -> None:
    getattr(Keeps(), check)()


def test_faults_are_told_with_their_game_and_step() -> None:
    with pytest.raises(AssertionError) as failed:
        suite(PaysDouble).test_what_players_have_is_the_sum_of_the_changes()
    assert str(failed.value).startswith("In sample 0, round-1:\n")
    assert msgspec.json.encode(str(failed.value))
