"""Client of Parley: ``from parley_voice import Parley``."""

from . import types
from .client import Parley
from .errors import ErrorDetail, ParleyError
from .paging import Listing, Page
from .transport import UNSET, Unset
from .webhooks import verify_webhook

__all__ = ["UNSET", "ErrorDetail", "Listing", "Page", "Parley", "ParleyError", "Unset", "types", "verify_webhook"]
