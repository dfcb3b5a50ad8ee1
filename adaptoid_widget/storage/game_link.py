"""Games in addresses, such as `https://example.org/game.html#game=1.eNpL…`, as in js/src/protocol/game_link.ts.

The fragment holds a version, the record of the game as zlib data in base64url, and, unless it is the last, the number
of the shown turn among all turns of the record.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from ..core.game.records import has_record
from ..core.host.host import brief
from ..core.rules.errors import GameError
from ..core.rules.pasting import linked_fragment

VERSION = "1"
_FRAGMENT = re.compile(r"#game=([\w-]*)(?:\.([\w-]*))?(?:\.(\d{1,6}))?", re.ASCII)
# more than a mail program makes of the longest link that people send
MAX_LINES = 200
# a hostile link could unpack to gigabytes
MAX_RECORD = 1_000_000


def is_link(text: str) -> bool:
    """Whether a text is or has an address with a game, or the fragment of one; a record that mentions one is none."""
    return bool(_fragment_in(text))


def _fragment_in(text: str) -> str:
    """What begins with `game=` in a link, perhaps within another link; "" if there is none."""
    return "" if "game" not in text or has_record(text) else linked_fragment(text, "#game=")


def game_link(record: str, row: int | None, address: str) -> str:
    """The link to a game. Raises GameError for an address with blanks.

    >>> read_link(game_link("adaptoid-record 1", 3, "game.html#old"))
    ('adaptoid-record 1', 3)
    """
    check_address(address)
    data = base64.urlsafe_b64encode(zlib.compress(record.encode(), 9)).decode().rstrip("=")
    row_suffix = "" if row is None else f".{row}"
    return f"{address.partition('#')[0]}#game={VERSION}.{data}{row_suffix}"


def check_address(address: object) -> None:
    """Raise GameError for an address that is not a text, or has blanks."""
    if not isinstance(address, str) or re.search(r"\s", address):
        raise GameError(f"an address is a text such as 'https://example.org/game.html', not {brief(address)}")


def read_link(text: str) -> tuple[str, int | None]:
    """The record in a link and the number of the shown turn, None for the last. Raises GameError.

    The link may be broken over several lines, or within another one, as mail programs do.
    """
    pieces = _fragment_in(text).split()
    failure: GameError | None = None
    # the shortest beginning that can be read, since a sentence may follow
    for n in range(1, min(len(pieces), MAX_LINES) + 1):
        try:
            return _read_fragment("#" + "".join(pieces[:n]))
        except GameError as error:
            failure = failure or error
    raise failure or GameError("the link is damaged or cut short")


def _read_fragment(fragment: str) -> tuple[str, int | None]:
    match = _FRAGMENT.search(fragment)
    version, encoded, row = match.groups() if match else ("", None, None)
    if version != VERSION and re.fullmatch(r"\d{1,4}", version):
        raise GameError("the link comes from a newer version of adaptoid-widget")
    try:
        if version != VERSION:
            raise ValueError("no version")
        packed = base64.b64decode((encoded or "") + "=" * (-len(encoded or "") % 4), b"-_", validate=True)
        unpacking = zlib.decompressobj()
        # a character has at most four bytes
        data = unpacking.decompress(packed, 4 * MAX_RECORD)
        if not unpacking.eof and len(data) < 4 * MAX_RECORD:
            raise ValueError("cut short")
        record = data.decode() if unpacking.eof else ""
        if not unpacking.eof or len(record) > MAX_RECORD:
            raise GameError(f"the link is too large for a game, which has at most {MAX_RECORD} characters")
        return record, None if row is None else int(row)
    except GameError:
        raise
    except (ValueError, binascii.Error, zlib.error):
        raise GameError("the link is damaged or cut short") from None
