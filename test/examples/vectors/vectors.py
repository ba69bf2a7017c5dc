"""Signs and verifies the test vectors on standard input with the Python example."""

import base64
import json
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "docs/examples/python"))

import openplug  # noqa: E402

for line in sys.stdin:
    kind, first, second, rest = (base64.b64decode(text) for text in line.rstrip("\n").split(" "))
    if kind == b"request":
        parameters = json.loads(rest)
        print(openplug.canonical_string(parameters), openplug.sign(parameters, first.decode()))
    else:
        resource = openplug.verify(first, rest.decode().split(","), second.decode())
        print("forged" if resource is None else "genuine")
