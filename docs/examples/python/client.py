"""Links an account, creates goods, and asks for a payment: python3 client.py ACCESS_TOKEN TITLE [ORDER_NUMBER]"""

import json
import os
import sys
import time
from typing import Sequence
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from openplug import Fields, secrets_from_environment, sign, verify


class OpenplugError(Exception):
    """No answer, one other than 200, or one that is not signed by openplug."""


class NoRedirects(HTTPRedirectHandler):
    """A signed request is for one address only."""

    def redirect_request(self, *args):
        return None


class Client:
    def __init__(self, base_url: str, plugin_id: str, secrets: Sequence[str]):
        """`secrets`: the newest first; it signs the requests."""
        self._base_url = base_url
        self._plugin_id = plugin_id
        self._secrets = secrets
        self._opener = build_opener(NoRedirects)

    def base_info(self, access_token: str) -> Fields:
        """Returns who the access token belongs to.

        Keep `open_id` beside your own user: it never changes, the token ends.
        """
        return self._verified(self._call("GET", "/baseinfo", {"access_token": access_token}))

    def create_goods(self, access_token: str, title: str, total_fee_fen: int, pay_limit: int = 0) -> str:
        """Creates goods for one price and returns their goods_id. A pay limit of 0 means: no limit."""
        parameters = {"title": title, "total_fee": total_fee_fen, "pay_limit": pay_limit}
        body = self._call("POST", "/goods", {"access_token": access_token, **parameters})
        return json.loads(body)["message"]

    def payment_record(self, order_number: str) -> Fields:
        """Returns the order with this number, yours or the platform's. It is paid if its `status` is 10."""
        order = self._verified(self._call("GET", "/payments/record", {"out_order_id": order_number}))
        if order_number not in (order["order_id"], order["out_order_id"]):
            raise OpenplugError("openplug answered with another order")
        return order

    def _call(self, method: str, path: str, parameters: Fields) -> bytes:
        signed = {**parameters, "plugin_id": self._plugin_id, "timestamp": int(time.time())}
        form = urlencode({**signed, "sign": sign(signed, self._secrets[0])})
        url = self._base_url + path + (f"?{form}" if method == "GET" else "")
        request = Request(url, method=method, data=form.encode() if method == "POST" else None)
        try:
            with self._opener.open(request, timeout=10) as response:
                return response.read()
        except HTTPError as refusal:
            text = refusal.read().decode(errors="replace")
            raise OpenplugError(f"openplug answered {method} {path} with {refusal.code}: {text}") from refusal
        except OSError as problem:
            raise OpenplugError(f"openplug was not reached: {problem}") from problem

    def _verified(self, body: bytes) -> Fields:
        resource = verify(body, self._secrets)
        if resource is None:
            raise OpenplugError("the answer is not signed by openplug")
        return resource


def main() -> None:
    if len(sys.argv) < 3:
        print("usage: python3 client.py ACCESS_TOKEN TITLE [ORDER_NUMBER]", file=sys.stderr)
        raise SystemExit(2)
    _, access_token, title, *order_numbers = sys.argv
    base_url = os.environ.get("OPENPLUG_URL", "http://127.0.0.1:3000")
    client = Client(base_url, os.environ.get("OPENPLUG_PLUGIN_ID", ""), secrets_from_environment())
    try:
        print("user:", json.dumps(client.base_info(access_token), ensure_ascii=False))
        print("goods:", json.dumps(client.create_goods(access_token, title, 100)))
        for number in order_numbers:
            print("order:", json.dumps(client.payment_record(number), ensure_ascii=False))
    except OpenplugError as problem:
        raise SystemExit(str(problem))


if __name__ == "__main__":
    main()
