"""Signs requests to openplug, and verifies what openplug sends. Copy this file; it needs Python 3.9 and nothing else."""

import hashlib
import hmac
import json
import os
from typing import Mapping, Optional, Sequence, Union
from urllib.parse import urlencode

Fields = Mapping[str, Union[str, int]]


def canonical_string(parameters: Fields) -> str:
    """Returns the text that is signed: all parameters, sorted by name and form-encoded as PHP does, which escapes "~"."""
    return urlencode(sorted(parameters.items())).replace("~", "%7E")


def sign(parameters: Fields, secret: str) -> str:
    """Returns the signature of all parameters of a request except `sign`."""
    return hmac.new(secret.encode(), canonical_string(parameters).encode(), hashlib.sha256).hexdigest()


def verify(body: bytes, secrets: Sequence[str], previous_signs: str = "") -> Optional[Fields]:
    """Returns the `resource` of a signed response or callback. None: it is not genuine, trust nothing in it.

    `body` is the raw body. `secrets` are those that are valid: two while the secret is being replaced.
    `previous_signs` is the header Openplug-Previous-Sign of a callback.
    """
    try:
        message = json.loads(body.decode())
        resource, signature = message["resource"], message["sign"]
        # type() because a bool is an int for isinstance().
        if not isinstance(signature, str) or any(type(value) not in (str, int) for value in resource.values()):
            return None
        presented = [text.strip().encode() for text in (signature, *previous_signs.split(","))]
        for secret in secrets:
            expected = sign(resource, secret).encode()
            if any(hmac.compare_digest(expected, candidate) for candidate in presented):
                return resource
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass  # It is no such message at all.
    return None


def secrets_from_environment() -> Sequence[str]:
    """Reads OPENPLUG_SECRET: the secret, or the new and the old one with a comma while it is being replaced."""
    secrets = [secret.strip() for secret in os.environ.get("OPENPLUG_SECRET", "").split(",")]
    # With an empty secret anybody could sign.
    if any(len(secret) != 32 for secret in secrets):
        raise SystemExit("OPENPLUG_SECRET: expected 32 characters, or several such secrets with commas")
    return secrets
