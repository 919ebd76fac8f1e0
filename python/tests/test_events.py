"""Events as typed objects."""
import dataclasses
import importlib.util
import io
import pathlib

import agon
import pytest
from agon import events
from conftest import walk

GENERATOR = pathlib.Path(__file__).parent.parent / "build_support" / "make_events.py"


def test_the_classes_are_those_of_the_tables():
    spec = importlib.util.spec_from_file_location("make_events", GENERATOR)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    text = io.StringIO()
    made.main(text)
    assert text.getvalue() == pathlib.Path(events.__file__).read_text()


def test_events_of_matches_are_typed(game):
    seen = set()
    for state, player, action in walk(game, most=400):
        if player is None:
            break
        after, happened = state.apply(action, player)
        for event in happened:
            assert type(event) is events.KINDS[game.id][event.type]
            assert event.visible == "all" or isinstance(event.visible, list)
            seen.add(event.type)
        for viewer in (player, agon.SPECTATOR):
            told = state.apply(action, player, viewer)[1]
            assert len(told) <= len(happened) and all(event.visible is None for event in told)
    assert seen


def test_secrets_are_none_to_others():
    state = agon.load_game("skirmish").new_initial_state(3)
    drawn = []
    for state, player, action in walk(agon.load_game("skirmish"), most=60):
        if player is None:
            break
        full = state.apply(action, player)[1]
        seen = [state.apply(action, player, viewer)[1] for viewer in (0, 1)]
        for events_ in seen:
            drawn += [event.cardId for event in events_ if event.type == "CARD_DRAWN"]
        assert not any(event.cardId is None for event in full if event.type == "CARD_DRAWN")
    assert None in drawn and any(card for card in drawn)


def test_events_are_values():
    game = agon.load_game("entropy")
    state = game.new_initial_state(1)
    event = state.apply({"type": "end_turn"})[1][0]
    assert event == state.apply({"type": "end_turn"})[1][0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        event.visible = None
