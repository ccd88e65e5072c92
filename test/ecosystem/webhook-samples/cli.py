"""The sample in Python: reads a delivery a line as JSON from stdin, and writes its verdict a line to stdout."""

import base64
import json
import sys

from verify import is_genuine

for line in sys.stdin:
    delivery = json.loads(line)
    # The mappings of frameworks ignore case; a dict does not.
    headers = {name.title(): value for name, value in delivery["headers"].items()}
    verdict = is_genuine(delivery["secret"], headers, base64.b64decode(delivery["body"]))
    print("true" if verdict is True else "false" if verdict is False else repr(verdict))
