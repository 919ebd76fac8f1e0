"""What the engine refuses, with the place in the document: `error.path`, and the slug of the status.

    try:
        agon.load_game("entropy", {"max_rounds": "many"})
    except agon.ConfigError as error:
        print(error.path)      # max_rounds
        print(error.status)    # bad_config
"""
from __future__ import annotations


class AgonError(Exception):
    """The engine's own error. `status` is its slug, `path` where in the document, `message` a sentence."""

    def __init__(self, status: str, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.status = status
        self.path = path
        self.message = message

    def __reduce__(self) -> tuple[type[AgonError], tuple[str, str, str]]:
        return type(self), (self.status, self.path, self.message)


class ConfigError(AgonError, ValueError):
    """A config that is not valid, or a game or bot that does not exist."""


class StateError(AgonError, ValueError):
    """A state that is not valid, or not the kind that is needed."""


class ActionError(AgonError, ValueError):
    """An action that is malformed, or that the rules do not allow now."""


class ReplayError(AgonError, ValueError):
    """A replay that does not hold."""


_KINDS: dict[str, type[AgonError]] = {
    "bad_config": ConfigError,
    "unknown_game": ConfigError,
    "unknown_bot": ConfigError,
    "bad_state": StateError,
    "wrong_viewer": StateError,
    "unknown_player": StateError,
    "bad_json": StateError,
    "bad_action": ActionError,
    "invalid_move": ActionError,
    "game_over": ActionError,
    "not_your_turn": ActionError,
    "no_action": ActionError,
    "bad_replay": ReplayError,
}


def make(status: str, path: str, message: str) -> AgonError:
    """The error for a status; called by the extension."""
    return _KINDS.get(status, AgonError)(status, path, message)
