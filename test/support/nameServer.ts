import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The answer to a question: addresses, an RCODE (RFC 1035, 4.1.1), or none at all. */
export type NameAnswer = readonly string[] | 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED' | 'nothing';

export interface NameServer {
  /** As `dns.setServers` takes it. */
  address: string;
  /** The questions so far, such as `A good.example`. */
  asked: string[];
  close(): void;
}

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };
const codes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

/** A name server on 127.0.0.1, by UDP. `afterMs` holds an answer back. */
export async function startNameServer(
  answer: (type: 'A' | 'AAAA', name: string) => { answer: NameAnswer; afterMs?: number },
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query, 12);
    const type = types[query.readUInt16BE(end)]!;
    asked.push(`${type} ${name}`);
    const { answer: given, afterMs = 0 } = answer(type, name);
    if (given === 'nothing') return;
    const message = responseTo(query.subarray(0, end + 4), given);
    const timer = setTimeout(() => {
      timers.delete(timer);
      socket.send(message, port, address);
    }, afterMs);
    timers.add(timer);
  });
  const close = () => {
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  };
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close };
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function responseTo(question: Buffer, given: Exclude<NameAnswer, 'nothing'>): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  const addresses = typeof given === 'string' ? [] : given;
  header.writeUInt16BE(0x8180 + (typeof given === 'string' ? codes[given] : 0), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
    const head = Buffer.alloc(12);
    // The name of the question, of class IN, for a minute.
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(data.length === 16 ? 28 : 1, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(60, 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, question.subarray(12), ...records]);
}

/** Returns the bytes of an address that is written with all its eight groups. */
function ipv6Bytes(address: string): Buffer {
  return Buffer.concat(address.split(':').map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
}
