"""Computes something for each item of a stream on several processes, in the order of the stream."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import islice
from typing import Any, Generic, TypeVar

from .executors import InlineExecutor, give_up, processes, workers_of

_Item = TypeVar("_Item")
_BROKEN = (
    "a process that searched has ended. In a script, call this under `if __name__ == '__main__':`, since every process "
    "reads the script; or use this process alone with workers=1"
)


class OrderedTasks(Generic[_Item]):
    """Calls a function for each item, with more arguments if there are some, and gives the results in order.

    One worker is this process. Of more workers, a few more items than workers are under way.

    >>> tasks = OrderedTasks([3, 4], 1, pow, 2)
    >>> while tasks.take(lambda item, result: print(item, result)):
    ...     pass
    3 9
    4 16
    """

    def __init__(
        self,
        items: Iterable[_Item],
        workers: int | None,
        function: Callable[..., Any],
        *arguments: Any,
    ) -> None:
        self._items = iter(items)
        self._workers = workers
        self._function = function
        self._arguments = arguments
        self._executor: Executor | None = None
        # items that are not under way, the next one first
        self._waiting: deque[_Item] = deque()
        self._under_way: deque[tuple[_Item, Future[Any]]] = deque()

    def take(self, use: Callable[[_Item, Any], None]) -> bool:
        """Call `use` with the next item and its result. After the last one, end the processes and return False.

        Whatever is raised, also by `use`, ends the processes. The next call starts others with the same item. Raises
        RuntimeError if a process has ended by itself.
        """
        try:
            if self._executor is None:
                self._executor = InlineExecutor() if self._workers == 1 else processes(self._workers)
            while len(self._under_way) < 2 * workers_of(self._executor):
                if not self._waiting:
                    self._waiting.extend(islice(self._items, 1))
                if not self._waiting:
                    break
                future = self._executor.submit(self._function, self._waiting[0], *self._arguments)
                self._under_way.append((self._waiting.popleft(), future))
            if not self._under_way:
                self._executor.shutdown()
                self._executor = None
                return False
            item, future = self._under_way[0]
            use(item, future.result())
            self._under_way.popleft()
        except BrokenExecutor as error:
            self.stop()
            raise RuntimeError(_BROKEN) from error
        except BaseException:
            self.stop()
            raise
        return True

    def stop(self) -> None:
        """End the processes at once. The items without a used result stay the next ones."""
        self._waiting.extendleft(item for item, _ in reversed(self._under_way))
        self._under_way.clear()
        if self._executor is not None:
            give_up(self._executor)
            self._executor = None
