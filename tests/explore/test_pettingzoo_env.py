"""The environment of PettingZoo: its own test, whole games, levels, and masks."""

from __future__ import annotations

import doctest
import random

import pytest

import adaptoid_widget as aw

pytest.importorskip("pettingzoo", reason="needs PettingZoo, which is optional")

from pettingzoo.test import api_test

from adaptoid_widget.explore import pettingzoo_env
from adaptoid_widget.explore.pettingzoo_env import AdaptoidEnv, as_policy


@pytest.mark.parametrize(
    ("variant", "layout"), [("adaptoid", "hex2"), ("adaptoid", "hex4"), ("adapt3", "hex4")]
)
def test_pettingzoo_accepts_the_environment(variant: str, layout: str) -> None:
    start = "adaptoid@hex2 w 0,0 W:A1 B:C3" if layout == "hex2" else None
    api_test(AdaptoidEnv(variant, layout, start=start, cap=30), num_cycles=60)


def test_its_examples_run() -> None:
    assert doctest.testmod(pettingzoo_env).failed == 0


def test_a_game_gives_the_winner_one_and_the_others_minus_one() -> None:
    env, dice = AdaptoidEnv(start="adaptoid w 4,4 W:C5L,D3 B:C4,D5LPP,D6"), random.Random(1)
    env.reset()
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            assert observation is not None
            mask = observation["action_mask"]
            assert {env.position.turn_of_number(int(k)) for k in mask.nonzero()[0]} == set(
                env.position.turns()
            )
            env.step(dice.choice(mask.nonzero()[0].tolist()))
    winner = env.game.result
    assert rewards == {"W": 1 if winner == "W" else -1, "B": 1 if winner == "B" else -1}


def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing() -> None:
    env = AdaptoidEnv()
    env.reset()
    with pytest.raises(aw.IllegalTurn, match="has no leg"):
        env.step(env.position.turn_number("D2-D3 +D4"))
    assert env.agent_selection == "W"
    with pytest.raises(aw.GameError, match="a game begins at the start of a turn"):
        AdaptoidEnv(start=aw.Position.start().after_move("-"))
    with pytest.raises(aw.GameError, match=r"render_mode is 'ansi' or None, not 'human'$"):
        AdaptoidEnv(render_mode="human")
    with pytest.raises(aw.GameError, match="the action is a whole number, 0 or more, not 'x'"):
        as_policy(lambda _observation: "x")(env.position)  # type: ignore[arg-type,return-value]


def test_levels_play_in_the_environment_and_policies_play_matches() -> None:
    env = AdaptoidEnv()
    env.reset()
    for _ in range(6):
        env.step(env.level_action(aw.Player(level=1)))
    assert env.game.ply == 6
    dice = random.Random(2)
    policy = as_policy(lambda observation: dice.choice(observation["action_mask"].nonzero()[0]))
    result = aw.play_match(policy, aw.Player(level=1), games=2, workers=1, quiet=True)
    assert result.total == 2
    assert not any(result.forfeits)
