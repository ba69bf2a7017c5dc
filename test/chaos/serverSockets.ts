import { readFile } from 'node:fs/promises';

/** The kernel's numbers of the states that matter here. */
const states: Record<string, string> = {
  '01': 'ESTABLISHED',
  '04': 'FIN_WAIT1',
  '05': 'FIN_WAIT2',
  '08': 'CLOSE_WAIT',
};

/** How many sockets a process on 127.0.0.1 has open on its port, by their state, as Linux sees it. */
export async function serverSockets(port: number): Promise<Record<string, number>> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const [, ...lines] = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n');
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const [, from = '', , state = ''] = line.trim().split(/\s+/);
    const name = states[state];
    if (from.endsWith(local) && name) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
