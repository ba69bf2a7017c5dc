import type { DocumentTexts } from './documentTexts.ts';

export const english: DocumentTexts = {
  title: 'openplug: the integration API of the plugin platform',
  description: `Link the platform's users with your own accounts, create goods, query payments, and be notified when a user has paid.

Only servers may call this API, because each request is signed with the secret of your plugin.

Every endpoint reads its parameters from the query string, a JSON object, a urlencoded form or a multipart form, whatever its
method is. This document shows the usual place: the query string of a GET, and the body of a POST. HEAD is answered as
GET. Messages are in Chinese when \`Accept-Language\` prefers Chinese.

A request is checked in this order, and the first failure is the answer: 400, 413 or 415 (it cannot be read), 422 (a value is wrong),
404 (the plugin is unknown), 403 (the time is wrong), 401 (the signature is wrong), 404 (the path is for sandbox plugins only), 401 (the
access token is unknown), 400 (the order is unknown).`,
  server: 'The server that this document comes from',
  signature: `HMAC with SHA-256, keyed with the secret of the plugin, as 64 hexadecimal digits. The text that is hashed is made like this:

1. Take all parameters except \`sign\`.
2. Sort them by name, in byte order.
3. Encode names and values as PHP's \`http_build_query\` does: UTF-8, a space is \`+\`, only \`A-Z a-z 0-9 - _ .\` stay as they are, and
   all other bytes become \`%XX\` with upper-case digits.
4. Join them as \`name=value\` with \`&\`.

\`sign\` may travel wherever the other parameters do. The answers and the callback have a \`sign\`, too. It is computed in the same way,
over all fields of \`resource\`: verify it before you trust them.`,
  body: 'The parameters, in any of these forms or in the query string. In JSON, a whole number may also be sent as text.',
  operations: {
    baseInfo: {
      summary: 'Get the profile of a user',
      description: `Returns the user who is logged in, to link the user with an account of yours. \`open_id\` is the identifier to keep: it never
changes, and no other plugin has the same.`,
      answer: 'The user, signed.',
    },
    paymentsRecord: {
      summary: 'Query the payment of an order',
      description: `Returns an order of your plugin, whether it is paid or not. Use it when you expect a callback that has not come, and before
you refuse a user who says that they have paid.`,
      answer: 'The order, signed.',
    },
    goods: {
      summary: 'Create goods',
      description: `Creates goods with a price of your choice, mostly for one purchase. They do not appear in the list of goods of the developer
console. Each call creates new goods.`,
      answer: 'The goods were created.',
    },
    sandboxUser: {
      summary: 'Sandbox: create a user who is logged in',
      description: `Creates a user of your sandbox plugin, with an access token as your client would get it. It stands for a login on the
platform. A sandbox plugin can create 200 users in 24 hours. Any other plugin gets 404, once its parameters and its signature are
right.`,
      answer: 'The user and an access token, signed.',
    },
    sandboxOrder: {
      summary: 'Sandbox: create an order',
      description: `Creates an unpaid order, as the platform does when a user buys your goods. The goods are those of your sandbox plugin,
from \`POST /goods\`. The same out_order_id with the same goods, user and attach gives the same order again, as long as it is unpaid. After
the payment, or with another value, the answer is 400. A sandbox plugin can create 2,000 orders in 24 hours.`,
      parameters: {
        out_order_id:
          'Your own number for the new order, if it shall have one. It must not begin or end with white space, and must not contain control characters or invisible characters.',
      },
      answer: 'The unpaid order, signed.',
    },
    sandboxPayment: {
      summary: 'Sandbox: pay an order',
      description: `Pays an order of your sandbox plugin, without money. Its callback is due at once: the service posts it to the callback
URL of the plugin. Without a callback URL, it waits until \`POST /sandbox/callbacks\` fetches it.`,
      answer: 'The paid order, signed.',
    },
    sandboxCallback: {
      summary: 'Sandbox: fetch the next callback that is due',
      description: `Returns a callback of your sandbox plugin that has no callback URL. It is yours until its lease runs out. Post \`body\`
to your own server, unchanged, and report the answer to \`POST /sandbox/answers\`. \`npx openplug listen\` does both. A callback that
nobody reports counts as failed, and is repeated on the usual schedule. While nothing is due, \`attempt\` is 0: ask again after a second.`,
      answer: 'The next callback, or none, signed.',
    },
    sandboxAnswer: {
      summary: 'Sandbox: report how a callback was answered',
      description: `Reports the status and the body with which your server answered, or why there was no answer. The service judges it by the
rules of every callback: SUCCESS ends the notifications, and anything else leads to the next one. Give \`http_status\`, or \`failure\`
if there was no whole answer. Give both if the answer broke off after its status: then \`failure\` is the result.`,
      answer: 'The attempt as it is now, signed.',
    },
  },
  parameters: {
    plugin_id: 'The identifier of your plugin, from the developer console.',
    timestamp:
      'The time of the request in Unix seconds. It must be less than 10 minutes from the time of the server, unless the platform has set another limit.',
    sign: 'The signature of all other parameters.',
    access_token:
      'The credential of the user, which your client got from `fetchUserServerTemporaryToken` and sent to your server.',
    out_order_id: 'Your own number of the order (out_order_id), or the number that the platform gave it (order_id).',
    nickname: 'The name that the new user is shown with.',
    goods_id: 'The identifier of the goods, from the answer of `POST /goods`.',
    attach: 'Data to attach to the order, which comes back in its record and its callback.',
    order_id: 'The order_id of the callback that was fetched.',
    attempt: 'The `attempt` of the callback that was fetched.',
    lease: 'The `lease` of the callback that was fetched.',
    http_status: 'The status of the answer. Left out: there was no answer, and `failure` says why.',
    body: 'The first 4 KiB of the body of the answer, in base64. Report a long one as JSON or multipart/form-data: percent-encoding can make a form longer than the 16 KiB that a request may have.',
    truncated: '1: the body was longer. 0: it was not.',
    content_encoding: 'The header Content-Encoding of the answer.',
    location: 'The header Location of the answer.',
    url: 'The address that the callback was posted to. With it, `hint` can say where a relative Location leads.',
    failure: 'The reason why there was no whole answer.',
    error: 'The same in a sentence for people.',
    duration_ms: 'The time from the start of the POST to the end of the answer, in milliseconds.',
    title: 'The name of the goods, which the user sees.',
    total_fee: 'The price in fen, which is 1/100 of the currency unit.',
    pay_limit: 'The number of times that the goods can be bought. 0: any number.',
  },
  fields: {
    user: {
      avatar: 'The address of the avatar image; empty if there is none.',
      member: '1: the user is a member of the platform. 0: not.',
      nickname: 'The name that the user is shown with. It can change.',
      open_id: 'The identifier of the user in your plugin. It never changes.',
      timestamp: 'The time of this answer in Unix seconds.',
    },
    order: {
      attach: 'The data that was attached to the order; may be empty.',
      body: 'The description of what was paid for: the title of the goods when the order was created.',
      created_at: "The time when the order was created, in the platform's time zone.",
      goods_id: 'The identifier of the goods.',
      open_id: 'The identifier of the user in your plugin.',
      order_id: 'The number that the platform gave the order.',
      out_order_id: 'Your own number of the order; empty if it has none.',
      paid_at: "The time when the user paid, in the platform's time zone; empty while the order is unpaid.",
      pay_fee: 'The amount in fen, which is 1/100 of the currency unit.',
      plugin_id: 'The identifier of your plugin.',
      status: '0: unpaid. 10: paid.',
      timestamp: 'The time of this message in Unix seconds.',
    },
    sandboxUser: {
      access_token: 'The credential of the user, as your client would get it.',
      expires_at: 'The time when the access token expires, in Unix seconds.',
      nickname: 'The name that the user is shown with.',
      open_id: 'The identifier of the user in your plugin.',
      timestamp: 'The time of this answer in Unix seconds.',
    },
    fetchedCallback: {
      attempt: 'The number of this notification of the order, from 1. 0: nothing is due, and all texts are empty.',
      body: 'The text to post to your server, byte for byte: `resource` and `sign` as JSON.',
      lease: 'The token to report the answer with.',
      lease_seconds: 'The time in seconds for which this callback is yours.',
      order_id: 'The number that the platform gave the order; the header `Openplug-Delivery` of the POST.',
      previous_sign: 'The header `Openplug-Previous-Sign` of the POST; empty: it has none.',
      timestamp: 'The time of this answer in Unix seconds.',
    },
    reportedAttempt: {
      attempt: 'The number of the notification.',
      counted:
        '1: the report counts. 0: it came too late, again, or with another lease than the attempt has, and has changed nothing; see `hint`. `SUCCESS` counts, once, when the lease has run out as well.',
      hint: 'What was nearly right about the answer, or why the report does not count and what to do, for people. May be empty.',
      order_id: 'The number that the platform gave the order.',
      outcome: 'The result of the attempt. `ACKNOWLEDGED` ends the notifications. `ABANDONED`: the lease had run out.',
      timestamp: 'The time of this answer in Unix seconds.',
    },
    sign: 'The signature of all fields of `resource`.',
    createdGoods: 'The identifier of the new goods (goods_id).',
    error: {
      message: 'What is wrong, in a sentence for people. Programs should decide by the status.',
      errors: 'What is wrong with each parameter, by its name.',
    },
  },
  statuses: {
    400: 'The request cannot be read.',
    401: 'The signature is wrong.',
    403: 'The timestamp has expired.',
    404: 'The plugin application was not found.',
    405: 'The path does not answer this method. `Allow` names those that it answers.',
    408: 'The request did not arrive in time.',
    413: 'The request is too large.',
    415: 'The form of the body is not supported.',
    417: 'The header `Expect` cannot be met.',
    422: 'Parameters are missing or invalid. `errors` names them.',
    429: 'Too many requests. Wait for the seconds that `Retry-After` says.',
    431: 'The request line and the headers are too large.',
    500: 'The platform is temporarily unable to serve. Try again later.',
  },
  refusals: {
    ORDER_NOT_FOUND: ', or the order is unknown',
    GOODS_NOT_FOUND: ', or the goods are unknown',
    ATTEMPT_NOT_FOUND: ', or the attempt is unknown',
    SANDBOX_CONFLICT: ', or the rehearsal cannot go on',
    ACCESS_TOKEN_UNKNOWN: ', or the access token is unknown',
    PATH_NOT_FOUND: ', or it is no sandbox plugin',
    SANDBOX_FULL: ', or the sandbox plugin is full',
  },
  headers: {
    requestId: 'The identifier of this request. Tell it to the platform when you ask about the request.',
    help: 'Leads to the page that explains the error.',
    allow: 'The methods that the path answers, separated by commas.',
    retryAfter: 'The number of seconds after which to try again.',
  },
  callback: {
    summary: 'A user has paid',
    description: `Posted to the callback URL of your plugin when a user has paid. Verify \`sign\` before you trust the message. Act on each
\`order_id\` only once, because a message can come more than once. Then answer with a 2xx status and the body \`SUCCESS\`, within 10
seconds unless the platform has set another time.

After any other answer the notification is repeated, by default after 15, 30, 60 and 300 seconds, five notifications in all. A message
with \`status\` 0 is a test by the platform: no user has paid.`,
    headers: {
      'openplug-delivery': 'The order_id. All notifications of one order have the same.',
      'openplug-attempt': 'The number of this notification of the order, from 1. A test message has 0.',
      'openplug-previous-sign': `While a replaced secret is still valid: the signatures under the replaced secrets, separated by commas. A receiver that
only knows an old secret can verify one of these instead of \`sign\`.`,
    },
    success: 'Acknowledged, if the body is exactly `SUCCESS`; otherwise the notification is repeated.',
    redirect: 'Not followed. The notification is repeated.',
    failure: 'Not acknowledged. The notification is repeated.',
  },
};
