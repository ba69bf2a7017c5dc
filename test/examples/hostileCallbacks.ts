import { signedEnvelope } from '../../src/rules/signing/signature.ts';

/** A request that a receiver must refuse, and with which status. Undefined: it may also hang up, or ask for a length. */
export interface HostileCallback {
  what: string;
  status?: number;
  request: RequestInit & { duplex?: 'half' };
}

const json = { 'content-type': 'application/json' };
const kibibyte = 'x'.repeat(1024);

/** Returns a paid order as a callback has it. */
export function paidOrder(orderId: string): Record<string, string | number> {
  return {
    order_id: orderId,
    out_order_id: '',
    status: 10,
    pay_fee: 100,
    attach: ` ~*!'()测试 `,
    timestamp: 1624329435,
  };
}

/** Returns the request of a signed callback. */
export function signedCallback(resource: object, secret: string): RequestInit {
  return { method: 'POST', headers: json, body: JSON.stringify(signedEnvelope(resource, secret)) };
}

/** Returns what attackers and broken programs post: with the right secret only where it says so. */
export function hostileCallbacks(secret: string, orderId: string): HostileCallback[] {
  const order = paidOrder(orderId);
  const genuine = signedCallback(order, secret);
  const text = genuine.body as string;
  const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = json) => ({
    method: 'POST',
    headers,
    body,
  });
  const unsigned = (resource: unknown) => post(JSON.stringify({ resource, sign: '0'.repeat(64) }));
  return [
    { what: 'another secret', status: 401, request: signedCallback(order, 'x'.repeat(32)) },
    { what: 'an empty secret', status: 401, request: signedCallback(order, '') },
    { what: 'another fee', status: 401, request: post(text.replace('"pay_fee":100', '"pay_fee":1')) },
    { what: 'a field more', status: 401, request: post(text.replace('{"order_id"', '{"sign":"","order_id"')) },
    { what: 'an empty signature', status: 401, request: post(JSON.stringify({ resource: order, sign: '' })) },
    {
      what: 'an empty signature in the header',
      status: 401,
      request: post(JSON.stringify({ resource: order, sign: 'é' }), { ...json, 'openplug-previous-sign': ',,' }),
    },
    { what: 'no signature', status: 401, request: post(JSON.stringify({ resource: order })) },
    { what: 'a number for a signature', status: 401, request: post(JSON.stringify({ resource: order, sign: 0 })) },
    { what: 'no resource', status: 401, request: unsigned(undefined) },
    { what: 'a list', status: 401, request: unsigned([1, [2]]) },
    { what: 'lists and objects as values', status: 401, request: unsigned({ order_id: [orderId], a: { b: [] } }) },
    { what: 'truths and nothing as values', status: 401, request: unsigned({ status: true, attach: null }) },
    { what: 'a fraction, and a large number', status: 401, request: unsigned({ a: 1.5, b: 1e300 }) },
    { what: 'a name that objects have', status: 401, request: unsigned({ __proto__: { status: 10 }, toString: 'x' }) },
    { what: 'half a character', status: 401, request: post(text.replace('测', '\\ud800')) },
    { what: 'bytes that are no text', status: 401, request: post(new Uint8Array([0x22, 0xff, 0xfe, 0x22])) },
    { what: 'a great depth', status: 401, request: post('['.repeat(60_000)) },
    { what: 'a great depth of objects', status: 401, request: post('{"resource":'.repeat(5000)) },
    { what: 'a text', status: 401, request: post('"SUCCESS"') },
    { what: 'nothing', status: 401, request: post('') },
    { what: 'GET', request: { method: 'GET' } },
    {
      what: 'a form',
      status: 415,
      request: post('resource=1&sign=2', { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    { what: 'the genuine text as another type', status: 415, request: post(text, { 'content-type': 'text/plain' }) },
    {
      what: 'a type that only begins like it',
      status: 415,
      request: post(text, { 'content-type': 'application/jsonx' }),
    },
    { what: 'a large body', request: post(`"${kibibyte.repeat(200)}"`) },
    { what: 'a large body of unknown length', request: { ...post(endless()), duplex: 'half' } },
    // Signed with the right secret.
    {
      what: 'a path for a number',
      status: 400,
      request: signedCallback({ ...order, order_id: '../../../escaped' }, secret),
    },
    {
      what: 'a line feed after a number',
      status: 400,
      request: signedCallback({ ...order, order_id: `${orderId}\n` }, secret),
    },
    { what: 'no number', status: 400, request: signedCallback({ open_id: 'x', timestamp: 1 }, secret) },
  ];
}

function endless(): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull: (controller) => {
      sent += 1;
      if (sent > 300) controller.close();
      else controller.enqueue(new TextEncoder().encode(kibibyte));
    },
  });
}
