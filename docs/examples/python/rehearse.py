"""Rehearses a payment with a sandbox plugin: python3 rehearse.py http://127.0.0.1:8000/callback

It makes a user, goods and an order, pays it, and brings the callback to your receiver until that answers SUCCESS. Ctrl-C
ends it before that.
"""

import base64
import json
import os
import sys
import time
from typing import Tuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, build_opener

from client import NoRedirects
from openplug import Fields, secrets_from_environment, sign, verify

SECRETS = secrets_from_environment()
OPENER = build_opener(NoRedirects)
MOST_REPORTED_BYTES = 4096


def post(url: str, body: bytes, headers: "dict[str, str]") -> Tuple[int, bytes]:
    try:
        with OPENER.open(Request(url, body, headers), timeout=10) as answer:
            return answer.status, answer.read(MOST_REPORTED_BYTES)
    except HTTPError as refusal:
        return refusal.code, refusal.read(MOST_REPORTED_BYTES)


def ask(path: str, **parameters) -> bytes:
    signed = {**parameters, "plugin_id": os.environ["OPENPLUG_PLUGIN_ID"], "timestamp": int(time.time())}
    # As JSON: in a form, a long answer of your receiver could become too long.
    request = json.dumps({**signed, "sign": sign(signed, SECRETS[0])}).encode()
    base_url = os.environ.get("OPENPLUG_URL", "http://127.0.0.1:3000")
    status, body = post(base_url + path, request, {"Content-Type": "application/json"})
    if status != 200:
        raise SystemExit(f"openplug answered {path} with {status}: {body.decode(errors='replace')}")
    return body


def ask_signed(path: str, **parameters) -> Fields:
    resource = verify(ask(path, **parameters), SECRETS)
    if resource is None:
        raise SystemExit(f"the answer to {path} is not signed by openplug")
    return resource


def pay_new_order() -> None:
    token = ask_signed("/sandbox/users")["access_token"]
    goods_id = json.loads(ask("/goods", access_token=token, title="Gold", total_fee=100))["message"]
    order = ask_signed("/sandbox/orders", access_token=token, goods_id=goods_id)
    ask_signed("/sandbox/payments", out_order_id=order["order_id"])
    print("paid:", order["order_id"], flush=True)


def forward(callback: Fields, receiver_url: str) -> str:
    """Posts the callback as openplug does, and reports the answer. Returns the outcome by openplug's judgement."""
    headers = {
        "Content-Type": "application/json",
        "Openplug-Delivery": callback["order_id"],
        "Openplug-Attempt": str(callback["attempt"]),
    }
    if callback["previous_sign"]:
        headers["Openplug-Previous-Sign"] = callback["previous_sign"]
    try:
        status, body = post(receiver_url, callback["body"].encode(), headers)
        answer = {"http_status": status, "body": base64.b64encode(body).decode()}
    except OSError as problem:
        reason = problem.reason if isinstance(problem, URLError) else problem
        answer = {"failure": "CONNECTION_FAILED", "error": str(reason)}
    attempt = {name: callback[name] for name in ("order_id", "attempt", "lease")}
    report = ask_signed("/sandbox/answers", **attempt, **answer)
    explanation = report["hint"] or answer.get("error", "")
    print(f"attempt {report['attempt']}: {report['outcome']} {explanation}".rstrip(), flush=True)
    return report["outcome"]


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("usage: python3 rehearse.py RECEIVER_URL")
    pay_new_order()
    outcome = ""
    while outcome != "ACKNOWLEDGED":
        callback = ask_signed("/sandbox/callbacks")
        if callback["attempt"] == 0:  # Nothing is due yet.
            time.sleep(1)
            continue
        outcome = forward(callback, sys.argv[1])


if __name__ == "__main__":
    main()
