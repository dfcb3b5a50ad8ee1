"""Parts of the front end that a view loads on demand."""

from __future__ import annotations

from ..core.wire.intent_fields import Json, one_of
from ..export.shared_page import built

PARTS = ("editor", "pens", "maps", "analyst", "lesson", "notebook", "players", "share", "maker", "animation")


def send_part(intent: Json) -> Json:
    """The source of a part's module, for the intent `{"kind": "part", "name"}`. Raises Refused for an unknown name.

    >>> "export" in send_part({"kind": "part", "name": "editor"})["module"]
    True
    """
    name = one_of(intent, "name", PARTS)
    return {"module": built(f"{name}.js").decode()}
