import { readFile } from 'node:fs/promises';
import { openSchemaEngine, type Datamodels, type EngineMethod, type OpenSchemaEngine } from './schemaEngine.ts';
import { createDatabase, requireConnection } from './databaseServer.ts';
import type { Database } from './openDatabase.ts';

/** Carries out the CLI's requests on one engine, which is opened for the first that needs it. */
export class RequestPerformer {
  readonly #database: Database;
  readonly #datamodelPaths: string[];
  #opening: Promise<OpenSchemaEngine> | undefined;

  constructor(database: Database, datamodelPaths: string[]) {
    this.#database = database;
    this.#datamodelPaths = datamodelPaths;
  }

  /** The protocol's methods are those of the WebAssembly engine, with two exceptions. */
  async perform(method: string, params: unknown): Promise<unknown> {
    if (method === 'createDatabase') return { databaseName: await createDatabase(await this.#database.url()) };
    const engine = await (this.#opening ??= this.#open());
    if (method === 'getDatabaseVersion') return engine.run('version', undefined);
    if (method === 'evaluateDataLoss' || method === 'createMigration') {
      return runKnowingTheMigrations(engine, method, params);
    }
    return engine.run(method as EngineMethod, params as never);
  }

  async close(): Promise<void> {
    const engine = await this.#opening?.catch(() => undefined);
    await engine?.close();
  }

  async #open(): Promise<OpenSchemaEngine> {
    const url = await this.#database.url();
    // The engine connects by itself, but its error for a server that is not there has no code.
    await requireConnection(url);
    const datamodels = this.#datamodelPaths.map(async (path) => [path, await readFile(path, 'utf8')]);
    return openSchemaEngine(url, datamodels.length > 0 ? ((await Promise.all(datamodels)) as Datamodels) : undefined);
  }
}

/**
 * These two methods need the schema that the migrations add up to, but the WebAssembly engine lets them only look it up
 * in a cache. `migrate dev` fills that by its diagnosis, except on a database that was empty at that time.
 */
async function runKnowingTheMigrations(
  engine: OpenSchemaEngine,
  method: 'evaluateDataLoss' | 'createMigration',
  params: unknown,
): Promise<unknown> {
  try {
    return await engine.run(method, params as never);
  } catch (error) {
    if (!(error as Error).message.includes('shadow DB must be provided through an external factory')) throw error;
    await engine.run('diagnoseMigrationHistory', { ...(params as object), optInToShadowDatabase: true } as never);
    return engine.run(method, params as never);
  }
}
