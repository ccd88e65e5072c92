"""Lists that are read page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from .errors import ParleyError, record_of

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """A part of a list."""

    items: Sequence[Item]
    #: For ``cursor`` of the next page; None on the last.
    next_cursor: str | None


class Listing(Generic[Item]):
    """A list: iterating over it reads its pages as they are needed."""

    def __init__(self, operation: str, key: str, cursor: str | None, read: Callable[[str | None], Any]) -> None:
        self._operation = operation
        self._key = key
        self._cursor = cursor
        self._read = read

    def first_page(self) -> Page[Item]:
        """Requests one page.

        :raises ParleyError: as every request
        """
        return self._page(self._cursor)

    def pages(self) -> Iterator[Page[Item]]:
        """All pages, each requested when it is needed."""
        cursor = self._cursor
        while True:
            page = self._page(cursor)
            yield page
            if page.next_cursor is None:
                return
            # A list that leads back to itself would never end.
            if page.next_cursor == cursor:
                raise self._unreadable()
            cursor = page.next_cursor

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items

    def _page(self, cursor: str | None) -> Page[Item]:
        data = record_of(self._read(cursor))
        items = data.get(self._key)
        next_cursor = data.get("nextCursor")
        if not isinstance(items, list) or not (next_cursor is None or isinstance(next_cursor, str)):
            raise self._unreadable()
        return Page(items=cast("Sequence[Item]", items), next_cursor=next_cursor)

    def _unreadable(self) -> ParleyError:
        return ParleyError(
            "response_unreadable",
            f"The answer of {self._operation} does not have the form that this version of the client knows.",
        )
