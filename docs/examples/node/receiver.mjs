// Receives callbacks on 127.0.0.1: PORT=8000 node receiver.mjs
// @ts-check
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, unlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { secretsFromEnvironment, verify } from './openplug.mjs';

const maxBodyBytes = 65_536;
const secrets = secretsFromEnvironment();
const { PORT = '8000', ORDERS_DIR = 'orders' } = process.env;

const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
  void receive(request)
    .catch((problem) => {
      console.error('callback not taken:', problem);
      // The service sends it again.
      return /** @type {const} */ ([500, 'not stored']);
    })
    .then(([status, text]) => {
      // What is left of a request that was refused unread must not be taken for the next one.
      const headers = { 'content-type': 'text/plain', ...(status !== 200 && { connection: 'close' }) };
      response.writeHead(status, headers).end(text);
    });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on http://127.0.0.1:${address.port}/`);
});

/**
 * Returns the status and the text of the answer.
 *
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<readonly [number, string]>}
 */
async function receive(request) {
  if (request.method !== 'POST') return [405, 'expected POST'];
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') return [415, 'expected application/json'];
  const body = await readBody(request);
  if (body === null) return [413, 'too large'];

  const order = verify(body, secrets, String(request.headers['openplug-previous-sign'] ?? ''));
  if (order === null) return [401, 'wrong signature'];
  // It names a file below.
  if (!/^[A-Za-z0-9]{32}$/.test(String(order.order_id))) return [400, 'expected an order'];
  // Only 10 is paid. The service tries an address with a message that is not.
  if (order.status === 10) await storeOnce(order);
  return [200, 'SUCCESS'];
}

/**
 * Returns the raw body: what a framework has parsed may be trimmed, or lack empty values. Null: it is too large.
 *
 * @param {import('node:http').IncomingMessage} request
 */
async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Writes the paid order, unless it is there: a message can come more than once, and two at the same time. Deliver what
 * was bought from these files, in a job of your own. With a database, insert a row with a unique order_id instead.
 *
 * @param {import('./openplug.mjs').Fields} order
 */
async function storeOnce(order) {
  await mkdir(ORDERS_DIR, { mode: 0o700, recursive: true });
  const draft = join(ORDERS_DIR, `.${randomBytes(8).toString('hex')}`);
  const file = await open(draft, 'wx');
  try {
    await file.writeFile(JSON.stringify(order));
    await file.sync();
    // A link gives the whole file its name, or fails if there is one of that name.
    await link(draft, join(ORDERS_DIR, `${order.order_id}.json`)).catch((problem) => {
      if (problem.code !== 'EEXIST') throw problem;
    });
    // Once more, so that the name is on the disk too.
    await file.sync();
  } finally {
    await file.close();
    await unlink(draft);
  }
}
