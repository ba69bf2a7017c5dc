import type { DocumentedCode } from './documentedErrors.ts';
import type { Explanation } from './explanation.ts';

export const english: Record<DocumentedCode, Explanation> = {
  MALFORMED_REQUEST: {
    cause: 'What arrived is not a well-formed HTTP/1.1 request.',
    fix: 'Use an HTTP client library. If you already do, look for a proxy between your server and this one that changes requests.',
  },
  MALFORMED_TARGET: {
    cause: 'The path or the query has characters that must be percent-encoded, such as Chinese text or a space.',
    fix: 'Let a library build the query string, for example `http_build_query`, `urlencode` or `URLSearchParams`.',
  },
  MALFORMED_QUERY: {
    cause: 'The query string has a `%` without two hexadecimal digits, or bytes that are not UTF-8.',
    fix: 'Encode names and values with a library, as UTF-8, once.',
  },
  MALFORMED_BODY: {
    cause: 'The body is not what Content-Type says, or it is JSON but not an object.',
    fix: 'Let the library encode the body, and send the Content-Type that fits it. JSON must be one object with text and numbers.',
  },
  MISSING_BOUNDARY: {
    cause: 'You set Content-Type to `multipart/form-data` yourself, so the boundary is missing.',
    fix: 'Do not set that header. The HTTP client sets it, together with the boundary.',
  },
  MALFORMED_COMPRESSION: {
    cause: 'Content-Encoding says that the body is compressed, but it cannot be decompressed.',
    fix: 'Remove the header Content-Encoding, or really compress the body.',
  },
  ORDER_NOT_FOUND: {
    cause: 'Your plugin has no order with this order_id or out_order_id.',
    fix: 'Look at the number: a plugin only sees its own orders. An out_order_id is known only after an order was created with it.',
  },
  SIGNATURE_WRONG: {
    cause: 'The signature does not fit the parameters that arrived and the secret of this plugin.',
    fix: 'Compare the text that you hashed with the one in `errors.sign`. If they are the same, you have used another secret.',
  },
  ACCESS_TOKEN_UNKNOWN: {
    cause: 'The access_token has expired, or it was issued for another plugin. The signature is right.',
    fix: 'Let the client call `fetchUserServerTemporaryToken` again, and send the new token to your server.',
  },
  TIMESTAMP_EXPIRED: {
    cause:
      "The timestamp is not within 10 minutes of the server's time, or within the time that the platform has set instead; the answer says it.",
    fix: 'Use the current time in Unix seconds for each request: not milliseconds, not a stored value. Synchronize the clock of your server.',
  },
  PLUGIN_NOT_FOUND: {
    cause: 'There is no plugin with this plugin_id on this server.',
    fix: 'Copy plugin_id from the developer console again, and check that you call the right server.',
  },
  PATH_NOT_FOUND: {
    cause: 'There is nothing at this path. Those below `/sandbox/` exist for sandbox plugins only.',
    fix: 'Live plugins have `/baseinfo`, `/payments/record` and `/goods`, in lower case. To rehearse, ask staff for a sandbox plugin.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, but not for this method.',
    fix: 'Use a method that the header `Allow` of the answer names. A redirect from http to https can turn a POST into a GET.',
  },
  REQUEST_TIMEOUT: {
    cause: 'The request, or its headers alone, arrived too slowly.',
    fix: 'Send the request in one go. Look for a Content-Length that is larger than the body.',
  },
  BODY_TOO_LARGE: {
    cause: 'The body is larger than any valid request.',
    fix: 'Send only the parameters of the endpoint.',
  },
  TOO_MANY_PARAMETERS: {
    cause: 'The request has far more parameters than any endpoint knows.',
    fix: 'Send only the parameters of the endpoint.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The Content-Type of the body is missing, or the service does not read it, such as `text/plain`.',
    fix: 'Send `application/json`, `application/x-www-form-urlencoded` or `multipart/form-data`.',
  },
  UNSUPPORTED_CHARSET: {
    cause: 'Content-Type names a charset other than utf-8.',
    fix: 'Encode the body as UTF-8, and say `charset=utf-8` or nothing.',
  },
  UNSUPPORTED_CONTENT_ENCODING: {
    cause: 'The body is compressed in a way that the service does not know.',
    fix: 'Send the body uncompressed, or as gzip, deflate or br.',
  },
  EXPECTATION_FAILED: {
    cause: 'The request has a header Expect with something other than `100-continue`.',
    fix: 'Remove that header.',
  },
  INVALID_PARAMETERS: {
    cause: 'A required parameter is missing, or a value has a wrong form or length.',
    fix: '`errors` names each parameter with all that is wrong with it. Correct all of them. No signature has been checked yet.',
  },
  ATTEMPT_NOT_FOUND: {
    cause: 'The order has no notification with this number.',
    fix: 'Report with order_id, attempt and lease of one and the same answer of POST /sandbox/callbacks.',
  },
  GOODS_NOT_FOUND: {
    cause: 'The sandbox plugin has no goods with this goods_id.',
    fix: 'Create goods by POST /goods, and use the goods_id in its answer.',
  },
  SANDBOX_CONFLICT: {
    cause: 'The rehearsal cannot go on like this: the message says why.',
    fix: 'Use another out_order_id or other goods; for a listener, have staff remove the callback URL.',
  },
  SANDBOX_FULL: {
    cause: 'The sandbox plugin has created as many users or orders as it may in 24 hours.',
    fix: 'Use those that there are, or wait for the seconds in `Retry-After`.',
  },
  RATE_LIMITED: {
    cause: 'Your address or your plugin has sent too many requests in a short time.',
    fix: 'Wait for the seconds in `Retry-After`, and then send fewer. Do not ask for an order again and again: wait for its callback.',
  },
  BUSY: {
    cause: 'Too many of your requests are waiting to be answered, or the service has much to do.',
    fix: 'Wait for the seconds in `Retry-After`, and send fewer requests at the same time.',
  },
  TOO_MANY_FAILURES: {
    cause: 'Too many requests with a wrong signature, a wrong time or an unknown plugin came from your address.',
    fix: 'Correct the signature first: see "My signature is refused". Then wait for the seconds in `Retry-After`.',
  },
  TOO_MANY_CONNECTIONS: {
    cause: 'Too many connections are open, from your address or in all.',
    fix: 'Use one HTTP client with keep-alive for all requests, instead of a new one for each.',
  },
  HEADERS_TOO_LARGE: {
    cause: 'The request line and the headers together are too large.',
    fix: 'Send the parameters in the body, and no cookies.',
  },
  UNAVAILABLE: {
    cause: 'The service has a fault, or its database cannot be reached. Your request is not the cause.',
    fix: 'Try again after some seconds. If it goes on, tell the platform the X-Request-Id. Creating goods again may create them twice.',
  },
  REQUEST_OVERDUE: {
    cause: 'The service has taken too long, or your client has not read the answer.',
    fix: 'Try again. The request may have had an effect: goods that you create again may be there twice.',
  },
};
