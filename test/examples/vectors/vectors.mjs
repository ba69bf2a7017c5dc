// Signs and verifies the test vectors on standard input with the Node example.
import { createInterface } from 'node:readline';
import { canonicalString, sign, verify } from '../../../docs/examples/node/openplug.mjs';

for await (const line of createInterface({ input: process.stdin })) {
  const [kind, first, second, rest] = line.split(' ').map((text) => Buffer.from(text, 'base64').toString());
  if (kind === 'request') {
    const parameters = JSON.parse(rest);
    console.log(`${canonicalString(parameters)} ${sign(parameters, first)}`);
  } else {
    console.log(verify(first, rest.split(','), second) === null ? 'forged' : 'genuine');
  }
}
