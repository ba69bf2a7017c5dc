"""Receives callbacks on 127.0.0.1: PORT=8000 python3 receiver.py"""

import json
import os
import re
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from openplug import Fields, secrets_from_environment, verify

MAX_BODY_BYTES = 65_536
SECRETS = secrets_from_environment()
ORDERS_DIR = Path(os.environ.get("ORDERS_DIR", "orders"))


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds without a byte

    def do_POST(self):
        self._answer(*self._receive())

    def do_GET(self):
        self._answer(405, "expected POST")

    do_PUT = do_PATCH = do_DELETE = do_GET

    def _answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def _receive(self) -> "tuple[int, str]":
        if self.headers.get_content_type() != "application/json":
            return 415, "expected application/json"
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length):
            return 411, "expected Content-Length"
        if int(length) > MAX_BODY_BYTES:
            return 413, "too large"
        # The raw body: what a framework has parsed may be trimmed, or lack empty values.
        body = self.rfile.read(int(length))

        order = verify(body, SECRETS, self.headers.get("Openplug-Previous-Sign", ""))
        if order is None:
            return 401, "wrong signature"
        # It names a file below.
        if not re.fullmatch("[A-Za-z0-9]{32}", str(order.get("order_id"))):
            return 400, "expected an order"
        # Only 10 is paid. The service tries an address with a message that is not.
        if order.get("status") == 10:
            try:
                store_once(order)
            except OSError as problem:
                self.log_error("callback not taken: %s", problem)
                return 500, "not stored"  # The service sends it again.
        return 200, "SUCCESS"


def store_once(order: Fields) -> None:
    """Writes the paid order, unless it is there: a message can come more than once, and two at the same time.

    Deliver what was bought from these files, in a job of your own. With a database, insert a row with a unique
    order_id instead.
    """
    ORDERS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = ORDERS_DIR / f".{secrets.token_hex(8)}"
    try:
        with open(draft, "x", encoding="utf-8") as file:
            json.dump(order, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
            try:
                # A link gives the whole file its name, or fails if there is one of that name.
                os.link(draft, ORDERS_DIR / f"{order['order_id']}.json")
            except FileExistsError:
                pass
            os.fsync(file.fileno())  # Once more, so that the name is on the disk too.
    finally:
        draft.unlink(missing_ok=True)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
