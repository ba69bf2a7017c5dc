import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadMessage, LoadOrder, LoadReport } from './loadOrder.ts';

export interface Load {
  /** Lets a burst send its last bytes. */
  go(): void;
  report: Promise<LoadReport>;
}

/** Resolves when the load has begun, or a burst is ready to. */
export async function startLoad(order: LoadOrder): Promise<Load> {
  const child = fork('test/chaos/requestLoad.ts', { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit');
  child.send(order);
  await once(child, 'message');
  const report = new Promise<LoadReport>((resolve, reject) => {
    child.on('message', (message: LoadMessage) => {
      if (message !== 'ready') resolve(message);
    });
    void ended.then(() => reject(new Error('The load process ended without a report.')));
  });
  return { go: () => child.send('go'), report };
}
