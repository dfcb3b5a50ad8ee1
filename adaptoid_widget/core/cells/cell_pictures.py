"""`aw.picture` in a page: what a picture shows, as data that the page draws."""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

from ..game.marks import Marks
from ..host.host import PublicNames
from ..wire.intent_fields import Json
from ..wire.picture_content import PictureContent, content_of

PICTURE_TYPE = "application/vnd.adaptoid.picture+json"


class CellPicture(PictureContent, PublicNames):
    """A position and its look, which the page draws. `said`, `words` and `text` have it in words.

    >>> shown = picture("adaptoid w 0,0 W:D2 B:D6", marks="ring(D2)", size=240)
    >>> shown.data["position"], shown.data["marks"], shown.data["size"]
    ('adaptoid w 0,0 W:D2 B:D6', 'ring(D2)', 240)
    """

    def __init__(
        self,
        content: Dict[str, Any],
        lens: bool = False,
        reach: str = "",
        starving: bool = True,
        theme: str = "light",
        size: float = 480,
        flipped: bool = False,
        coordinates: Union[bool, str] = True,
    ) -> None:
        """`content` is that of `content_of`. Raises as `picture`."""
        self.position = content["position"]
        self.last = content["last"]
        self.marks = content["marks"]
        self.status = content["status"]
        self.wording = content["wording"]
        self.lens = lens
        self.reach = reach
        self.starving = starving
        self.theme = theme
        self.size = size
        self.flipped = flipped
        self.coordinates = coordinates
        self.check_content()

    @property
    def data(self) -> Json:
        """The picture as JSON-able data; "words" describes it."""
        return {
            "position": str(self.position),
            "last": self.last,
            "marks": str(self.marks),
            "lens": self.lens,
            "reach": self.reach,
            "starving": self.starving,
            "theme": self.theme,
            "size": self.size,
            "flipped": self.flipped,
            "coordinates": self.coordinates,
            "language": self.wording.language,
            "said": self.said,
            "words": self.words,
        }

    def _repr_mimebundle_(self) -> Dict[str, Any]:
        return {PICTURE_TYPE: self.data, "text/plain": self.text}


def picture(
    what: Any,
    *,
    marks: Union[Marks, str, None] = None,
    lens: bool = False,
    reach: str = "",
    last: bool = True,
    starving: bool = True,
    theme: str = "light",
    size: float = 480,
    flipped: bool = False,
    coordinates: Union[bool, str] = True,
    language: Optional[str] = None,
) -> CellPicture:
    """A picture of a `Position`, its text, or the current position of a `Game` or a `Board`, as in a notebook.

    Raises TextError for an invalid text, LayoutError for marks on another board, GameError for an unfinished open start
    or the reach of a colour that does not play, LanguageError, TypeError for something without a position, and
    ValueError for an invalid theme or size, or for a flag that is neither True nor False.
    """
    content = content_of(what, marks, last, language)
    return CellPicture(content, lens, reach, starving, theme, size, flipped, coordinates)
