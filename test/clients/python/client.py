"""Calls the three endpoints with nothing but Python's standard library."""

import hashlib
import hmac
import http.client
import json
import os
import time
from urllib.parse import urlencode, urlsplit

URL = urlsplit(os.environ["OPENPLUG_URL"])
SECRET = os.environ["SECRET"].encode()


def canonical(params):
    """The string to sign: every parameter except `sign`, sorted by name."""
    return urlencode(sorted(params.items()))


def sign(text):
    return hmac.new(SECRET, text.encode(), hashlib.sha256).hexdigest()


def is_genuine(answer):
    # The service signs with PHP's encoding, which escapes "~"; urlencode() leaves it bare.
    text = canonical(answer["resource"]).replace("~", "%7E")
    return hmac.compare_digest(sign(text), answer["sign"])


def multipart(params):
    boundary = "----" + os.urandom(16).hex()
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in params.items()
    ]
    return f"multipart/form-data; boundary={boundary}", "".join(parts) + f"--{boundary}--\r\n"


def call(name, method, path, transport, params):
    params = {**params, "plugin_id": os.environ["PLUGIN_ID"], "timestamp": int(time.time())}
    params["sign"] = sign(canonical(params))

    path, headers, body = URL.path + path, {"Accept": "application/json"}, None
    if transport == "query":
        path += "?" + urlencode(params)
    elif transport == "json":
        headers["Content-Type"], body = "application/json", json.dumps(params)
    elif transport == "form":
        headers["Content-Type"], body = "application/x-www-form-urlencoded", urlencode(params)
    elif transport == "multipart":
        headers["Content-Type"], body = multipart(params)

    connect = http.client.HTTPSConnection if URL.scheme == "https" else http.client.HTTPConnection
    connection = connect(URL.netloc, timeout=30)
    connection.request(method, path, body and body.encode(), headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()

    try:
        answer = json.loads(text)
    except ValueError:
        answer = text
    signed = isinstance(answer, dict) and "resource" in answer
    print(json.dumps({
        "call": f"{name} {transport}",
        "status": response.status,
        "body": answer,
        "signatureValid": is_genuine(answer) if signed else None,
    }))


token, title = os.environ["ACCESS_TOKEN"], os.environ["TITLE"]
user = {"access_token": token, "note": title}
order = {"out_order_id": os.environ["ORDER_ID"], "note": title}
goods = {"access_token": token, "title": title, "total_fee": 100, "pay_limit": 1}

for transport in ("query", "json"):
    call("baseinfo", "GET", "/baseinfo", transport, user)
for transport in ("query", "json", "form", "multipart"):
    call("goods", "POST", "/goods", transport, goods)
for transport in ("query", "json"):
    call("payments/record", "GET", "/payments/record", transport, order)
