"""Adaptoid as an environment of PettingZoo, for agents that learn by playing. It needs `pip install pettingzoo`.

>>> from adaptoid_widget.explore.pettingzoo_env import AdaptoidEnv
>>> env = AdaptoidEnv()
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((9, 37), 8)
>>> env.step(env.position.turn_number("D2+L"))
>>> env.agent_selection, str(env.position)
('B', 'adaptoid b 0,0 W:D2L B:D6')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

try:
    # only the extra `rl` installs these
    import gymnasium  # pyright: ignore[reportMissingImports]
    import numpy as np
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingImports]
except ImportError as error:
    raise ModuleNotFoundError(
        "this needs PettingZoo; try: pip install pettingzoo", name="pettingzoo"
    ) from error

from ..arena.specs import as_player
from ..core.game.game import Game
from ..core.rules.errors import GameError, whole_number
from ..core.rules.layout import Layout
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from .arrays import ROWS, turn_numbers

# longer games are truncated
CAP = 400


class AdaptoidEnv(AECEnv):  # type: ignore[misc]
    """A game between agents that are named like the colours, "W", "B" and in Adapt3 "R".

    An observation has "observation", the array of `Position.to_array` from the view of the agent, and "action_mask",
    the legal turns as 0 and 1 by `Position.turn_number`. At the end, the winner's reward is 1 and that of the others
    −1; a draw, and a game that is truncated after `cap` turns, gives 0 to all. An action that is not legal raises
    IllegalTurn.
    """

    metadata: dict[str, Any] = {"name": "adaptoid_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        variant: str = "adaptoid",
        layout: Layout | str = "hex4",
        start: Position | str | None = None,
        cap: int = CAP,
        render_mode: str | None = None,
    ) -> None:
        """`start` is where each game begins, by default the start of the board. Raises as `Position.start`."""
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise GameError(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.render_mode = render_mode
        self._start = Position.start(variant, layout) if start is None else Position.of(start)
        if self._start.winner is not None or self._start.step != "move":
            raise GameError(f"a game begins at the start of a turn, not with {self._start}")
        self._cap = whole_number(cap, "cap", 1)
        self.possible_agents: list[str] = list(self._start.colors)
        numbers = turn_numbers(self._start.layout)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(numbers) for agent in self.possible_agents}
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 127, (ROWS, len(self._start.layout)), np.int8),
                "action_mask": gymnasium.spaces.Box(0, 1, (numbers,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._game = Game(self._start)

    @property
    def position(self) -> Position:
        """The position."""
        return self._game.position

    @property
    def game(self) -> Game:
        """The game so far; `aw.Board(env.game)` shows it."""
        return self._game

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        """Begin a new game. Nothing is random, so that `seed` changes nothing."""
        self._game = Game(self._start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees. When it is not its turn, no action is legal."""
        position = self.position
        acts = self._game.result is None and agent == position.turn
        mask = position.turn_mask() if acts else np.zeros(turn_numbers(position.layout), dtype=bool)
        return {"observation": position.with_turn(agent).to_array(), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Play the turn of a number for the agent whose turn it is. Raises IllegalTurn for an illegal one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        number = whole_number(action, "the action", 0)
        self._game.play(self.position.turn_of_number(number))
        result = self._game.result
        self._clear_rewards()
        if result is not None:
            if result != "draw":
                self.rewards = {one: 1 if one == result else -1 for one in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._game.ply >= self._cap:
            self.truncations = dict.fromkeys(self.agents, True)
        following = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self.agent_selection = following
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board in plain text, with `render_mode="ansi"`."""
        return self.position.diagram() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; there is nothing to close."""

    def level_action(self, player: Any) -> int:
        """Return the action of a player in any form that `aw.as_player` takes, such as `aw.Player(level=3)`.

        >>> env = AdaptoidEnv()
        >>> env.reset()
        >>> from adaptoid_widget import Player
        >>> env.position.why_not(env.position.turn_of_number(env.level_action(Player(level=1))))
        """
        turn = as_player(player).choose(self.position)
        return self.position.turn_number(turn)


def as_policy(choose: Callable[[dict[str, Any]], int]) -> Callable[[Position], Turn]:
    """Return a player for boards and matches from a function of an observation that returns an action.

    >>> def first(observation):
    ...     return int(observation["action_mask"].argmax())
    >>> player = as_policy(first)
    >>> str(player(Position.start()))
    '+C1'
    """

    def player(position: Position) -> Turn:
        observation = {
            "observation": position.to_array(),
            "action_mask": position.turn_mask().astype(np.int8),
        }
        return position.turn_of_number(whole_number(choose(observation), "the action", 0))

    player.__name__ = getattr(choose, "__name__", "policy")
    return player
