import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleService, type ServiceBundle } from '../../test/support/serviceProcess.ts';

/** A program of the bench in a process of its own, which answers one question after the other. */
export interface Program {
  pid: number;
  ask<Answer>(question: object): Promise<Answer>;
  end(): Promise<void>;
}

/** Bundles programs once each, so that none is measured through a compiler. */
export class Programs {
  readonly #bundles = new Map<string, Promise<ServiceBundle>>();

  async bundle(entry: string): Promise<ServiceBundle> {
    const bundle = this.#bundles.get(entry) ?? bundleService(entry);
    this.#bundles.set(entry, bundle);
    return bundle;
  }

  async start(entry: string): Promise<Program> {
    const { path } = await this.bundle(entry);
    const child = fork(path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
    const ended = once(child, 'exit');
    return {
      pid: child.pid!,
      ask: async <Answer>(question: object) => {
        const answered = once(child, 'message') as Promise<[{ answer?: Answer; failure?: string }]>;
        child.send(question);
        const ending = ended.then(([code]) => [{ failure: `it ended with ${code}` }] as [{ failure: string }]);
        const [reply] = await Promise.race([answered, ending]);
        if ('failure' in reply) throw new Error(`${entry}: ${reply.failure}`);
        return (reply as { answer: Answer }).answer;
      },
      end: async () => {
        if (child.connected) child.disconnect();
        await ended;
      },
    };
  }

  async remove(): Promise<void> {
    for (const bundle of this.#bundles.values()) await (await bundle).remove();
  }
}
