import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MigrationAdapterFactory } from './migrationAdapter.ts';
import { schemaEngineFailure } from './schemaEngineFailure.ts';
import { loadSchemaEngineWasm } from './schemaEngineWasm.ts';

/** Prisma's own schema engine, in this process, on one database. */
export interface OpenSchemaEngine {
  /** Throws SchemaEngineFailure. One call at a time. */
  run<M extends EngineMethod>(method: M, params: EngineParams<M>): Promise<Awaited<ReturnType<SchemaEngine[M]>>>;
  /** Releases the engine's lock, ends every connection and drops shadow databases that are still there. */
  close(): Promise<void>;
}

export type EngineMethod = Exclude<keyof SchemaEngine, 'free' | typeof Symbol.dispose>;
type EngineParams<M extends EngineMethod> = Parameters<SchemaEngine[M]>[0];

/** Path and text of each Prisma schema file. */
export type Datamodels = [path: string, text: string][];

/** The engine connects at once. From its first write on it holds Prisma's advisory lock until `close`. */
export async function openSchemaEngine(
  databaseUrl: string,
  datamodels: Datamodels = NO_MODELS,
): Promise<OpenSchemaEngine> {
  const factory = new MigrationAdapterFactory(databaseUrl);
  const guarded = async <T>(call: () => Promise<T> | T): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      throw schemaEngineFailure(error, factory.takeScriptError());
    }
  };
  try {
    const wasm = await loadSchemaEngineWasm();
    const adapter = bindMigrationAwareSqlAdapterFactory(factory);
    const engine = await guarded(() => wasm.SchemaEngine.new({ datamodels }, ignoreLog, adapter));
    return {
      run: (method, params) => guarded(() => (engine[method] as (params: unknown) => never).call(engine, params)),
      close: () => factory.close(),
    };
  } catch (error) {
    await factory.close();
    throw error;
  }
}

/** Commands that apply migrations need no models, but without any file the engine panics. */
const NO_MODELS: Datamodels = [['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']];

function ignoreLog(): void {}
