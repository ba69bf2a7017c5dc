import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/store/embedded/embeddedPostgres.ts';
import { applyMigrations } from '../../src/store/migrations/applyMigrations.ts';

/** How PostgreSQL ends, by the signal to its postmaster. */
export const endings = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const;

/** PostgreSQL on a folder of its own, that comes back on the same port. */
export class Cluster {
  readonly url: string;
  readonly #folder: string;
  #server: EmbeddedPostgres;

  private constructor(folder: string, server: EmbeddedPostgres) {
    this.#folder = folder;
    this.#server = server;
    this.url = server.url;
  }

  /** With every migration. */
  static async start(folder: string): Promise<Cluster> {
    const server = await startEmbeddedPostgres(folder);
    await applyMigrations(server.url, 'prisma/migrations');
    return new Cluster(folder, server);
  }

  /** Ends it, leaves it away for a while, and starts it again. */
  async restart(ending: keyof typeof endings, awayMs: number): Promise<void> {
    const file = await readFile(join(this.#folder, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(file, 10), endings[ending]);
    await passTime(awayMs);
    this.#server = await startEmbeddedPostgres(this.#folder, { port: Number(new URL(this.url).port) });
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }
}
