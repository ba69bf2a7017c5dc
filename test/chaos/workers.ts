import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServiceProcess, type ServiceBundle, type ServiceProcess } from '../support/serviceProcess.ts';

const preload = new URL('shiftedDate.js', import.meta.url).href;

/** One process of the service that is started again whenever it has ended, with a clock of its own. */
export class Worker {
  /** Where it listens, while it does. */
  url: string | undefined;
  /** Faults that nothing handled, as it logged them, over all its lives. */
  readonly faults: string[] = [];
  readonly #bundle: ServiceBundle;
  readonly #environment: Record<string, string>;
  readonly #offsetFile: string;
  #process: ServiceProcess | undefined;
  #isWanted = true;

  constructor(name: string, folder: string, bundle: ServiceBundle, environment: Record<string, string>) {
    this.#bundle = bundle;
    this.#offsetFile = join(folder, `${name}.offset`);
    this.#environment = {
      ...environment,
      NODE_OPTIONS: `--import=${preload}`,
      CLOCK_OFFSET_FILE: this.#offsetFile,
    };
  }

  /** Starts it until it is ready: that takes several tries while the database is away. */
  async start(): Promise<void> {
    while (this.#isWanted) {
      const started = startServiceProcess(this.#bundle, this.#environment);
      this.#process = started;
      try {
        this.url = String((await started.ready)['url']);
        void started.ended.then(() => this.#keepFaults(started));
        return;
      } catch {
        await started.end('SIGKILL');
      }
    }
  }

  async setClock(offsetMs: number): Promise<void> {
    await writeFile(this.#offsetFile, String(offsetMs));
  }

  async kill(): Promise<void> {
    this.url = undefined;
    await this.#process?.end('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.kill();
  }

  #keepFaults({ lines }: ServiceProcess): void {
    this.faults.push(...lines.filter(({ level }) => level >= 60).map((line) => JSON.stringify(line)));
  }
}
