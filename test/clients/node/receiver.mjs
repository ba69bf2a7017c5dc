// Receives callbacks with nothing but Node's own modules: SECRET=… PORT=8000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

function isGenuine({ resource, sign }) {
  const sorted = new URLSearchParams(Object.entries(resource));
  sorted.sort();
  // The service signs with PHP's encoding, which escapes "*"; URLSearchParams leaves it bare.
  const text = sorted.toString().replaceAll('*', '%2A');
  const expected = createHmac('sha256', process.env.SECRET).update(text).digest();
  const presented = Buffer.from(sign, 'hex');
  return presented.length === expected.length && timingSafeEqual(presented, expected);
}

const server = createServer((request, response) => {
  void json(request)
    .then(isGenuine)
    // A message that cannot be read is not genuine either.
    .catch(() => false)
    .then((genuine) => {
      // A message can come more than once: here, act on the order_id unless that was done before.
      response.writeHead(genuine ? 200 : 401).end(genuine ? 'SUCCESS' : 'wrong signature');
    });
});
server.listen(process.env.PORT ?? 8000, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
