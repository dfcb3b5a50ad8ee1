"""The table of touching discs that compiled code takes in the place of `Context.near`.

Cell k has the mask of disc k, cell 64 that of the empty mask, whose count of trailing zeros is 64. Then there are 256
cells for each byte of a mask, with the discs that touch a disc of the byte.
"""

from __future__ import annotations

NO_DISC = 64
BYTES, BYTE_VALUES = 8, 256
FIRST_BYTE = NO_DISC + 1
NEAR_CELLS = FIRST_BYTE + BYTES * BYTE_VALUES


def widen_near(near: list[int]) -> int:
    """Fill in a table that has the masks of single discs. Return its length.

    >>> near = [2, 5, 2] + [0] * (NEAR_CELLS - 3)
    >>> widen_near(near), near[FIRST_BYTE + 0b101], near[FIRST_BYTE + 0b110]
    (2113, 2, 7)
    """
    for byte in range(BYTES):
        row = FIRST_BYTE + byte * BYTE_VALUES
        for k in range(8):
            for value in range(1 << k):
                near[row + (1 << k) + value] = near[row + value] | near[8 * byte + k]
    return NEAR_CELLS
