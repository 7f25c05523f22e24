"""Counts from a search engine, as the paper has them (section 7.4): #w and #(r and w) are numbers of results.

Google's Programmable Search (JSON API) is known; `KEEPMUM_SEARCH_KEY` and `KEEPMUM_SEARCH_ENGINE` hold its key and the
engine's id, and without them this listener is absent. Each count is asked for once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from keepmum.core.options import OptionError
from keepmum.measure.leaks.tables import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

KEY, ENGINE, URL = "KEEPMUM_SEARCH_KEY", "KEEPMUM_SEARCH_ENGINE", "KEEPMUM_SEARCH_URL"
GOOGLE = "https://www.googleapis.com/customsearch/v1"
PATIENCE = 30.0

Search: TypeAlias = Callable[[str], float]
"""A query to how many results there are: the one thing another search engine must provide."""


class SearchCounts:
    """Scores by numbers of results."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._known: dict[str, float] = {}

    def score(self, texts: Sequence[str], words: Sequence[str]) -> Floats:
        """As `CountTable.score`, asking for every word and pair."""
        alone = [(word, "", self._count(f'"{word}"')) for word in words]
        pairs = [(word, text, self._count(f'"{word}" "{text}"')) for word in words for text in texts]
        return counted(iter([*alone, *pairs])).score(texts, words)

    def _count(self, query: str) -> float:
        if query not in self._known:
            self._known[query] = self._search(query)
        return self._known[query]


def by_search() -> SearchCounts:
    """The search engine of the environment. Raises OptionError where there is none."""
    key, engine = os.environ.get(KEY, ""), os.environ.get(ENGINE, "")
    if not key or not engine:
        raise OptionError(
            f"counts:search asks Google's Programmable Search, for which {KEY} and {ENGINE} are not set; set them,"
            " or use counts (GloVe) or counts:FILE"
        )
    return SearchCounts(lambda query: google(query, key, engine))


def google(query: str, key: str, engine: str) -> float:
    """How many results Google estimates. Raises OptionError, which never holds the key."""
    asked = urlencode({"key": key, "cx": engine, "q": query, "num": 1, "fields": "searchInformation/totalResults"})
    try:
        with urlopen(f"{os.environ.get(URL, GOOGLE)}?{asked}", timeout=PATIENCE) as answer:
            found: Any = json.load(answer)
        return float(found["searchInformation"]["totalResults"])
    except URLError as error:
        raise OptionError(f"counts:search: no count for {query}: {error.reason}") from None
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise OptionError(f"counts:search: no count for {query}: the answer is {type(error).__name__}") from None
