import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type * as schemaEngineGlue from '@prisma/schema-engine-wasm/schema_engine_bg';

type Glue = typeof schemaEngineGlue;

/** Loads the 5 MB at the first call, about 0.1 s. */
export function loadSchemaEngineWasm(): Promise<Glue> {
  return (loading ??= instantiate());
}

/** Returns what the engine said when it last panicked. After a panic the engine of this process is unusable. */
export function takePanicMessage(): string | undefined {
  const message = panicMessage;
  panicMessage = undefined;
  return message;
}

let loading: Promise<Glue> | undefined;
let panicMessage: string | undefined;

async function instantiate(): Promise<Glue> {
  listenForPanics();
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  // The package exports its glue, not its .wasm; require.resolve, since import.meta.resolve is missing under vitest.
  const gluePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(gluePath.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': withUnrefedTimers(glue) });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

/** The engine never clears the 10 s timer of its lock, which would keep a finished process waiting. */
function withUnrefedTimers(glue: Glue): Record<string, unknown> {
  const imports: Record<string, unknown> = { ...glue };
  for (const name of Object.keys(imports).filter((key) => key.startsWith('__wbg_setTimeout'))) {
    imports[name] = (run: () => void, delayMs: number) => setTimeout(run, delayMs >>> 0).unref();
  }
  return imports;
}

/** The glue calls this global by name before it traps. */
function listenForPanics(): void {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        panicMessage = message;
      },
    },
  });
}

/** Neither the ES library nor @types/node of Node 20 declares it. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};
