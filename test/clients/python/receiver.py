"""Receives callbacks with nothing but Python's standard library: SECRET=… PORT=8000 python3 receiver.py"""

import hashlib
import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlencode


def is_genuine(message):
    # The service signs with PHP's encoding, which escapes "~"; urlencode leaves it bare.
    text = urlencode(sorted(message["resource"].items())).replace("~", "%7E")
    expected = hmac.new(os.environ["SECRET"].encode(), text.encode(), hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, message["sign"])


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        genuine = is_genuine(message)
        # A message can come more than once: here, act on the order_id unless that was done before.
        answer = b"SUCCESS" if genuine else b"wrong signature"
        self.send_response(200 if genuine else 401)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()
