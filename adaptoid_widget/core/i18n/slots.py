"""The types of the values in the slots of a message."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple, Union

TurnParts = Tuple[Optional[str], Optional[str], bool, Optional[str], Optional[str]]
"""A turn: origin, target, attack, growth, disc of growth. In a slot it prints as its notation, as a `Turn` does."""

Hungry = Tuple[str, int, int]
"""An adaptoid with too little food: its disc, its limbs, and the free discs beside it."""

Slots = Dict[str, Union[str, int, List[str], List[Hungry], TurnParts]]
