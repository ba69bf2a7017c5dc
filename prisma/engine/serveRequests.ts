import { createInterface } from 'node:readline';
import { SchemaEngineFailure } from './schemaEngineFailure.ts';
import { takePanicMessage } from './schemaEngineWasm.ts';
import { connectionFailure } from './connectionFailure.ts';
import { logLine } from './logLine.ts';
import type { Database } from './openDatabase.ts';
import { RequestPerformer } from './requestPerformer.ts';

/** A request of the CLI, or its acknowledgement that it has printed something. */
interface Message {
  id: number;
  method?: string;
  params?: unknown;
}

/** Answers JSON-RPC, one line a request, one after the other, until stdin ends. */
export async function serveRequests(database: Database, datamodelPaths: string[]): Promise<void> {
  endOnStrayErrors();
  const performer = new RequestPerformer(database, datamodelPaths);
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method, params } = JSON.parse(line) as Message;
      if (method === undefined) continue;
      try {
        const result = await performer.perform(method, params);
        if (isPrintable(result)) send({ id, method: 'print', params: { content: result.stdout } });
        // The CLI takes an answer without a result for a broken one.
        send({ id, result: result ?? {} });
      } catch (error) {
        send({ id, error: rpcError(error) });
      }
    }
  } finally {
    await performer.close();
  }
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** The WebAssembly engine returns the text of a diff; the CLI expects to be asked to print it. */
function isPrintable(result: unknown): result is { stdout: string } {
  return typeof result === 'object' && result !== null && 'stdout' in result && typeof result.stdout === 'string';
}

function rpcError(error: unknown) {
  const failure =
    error instanceof SchemaEngineFailure
      ? { is_panic: error.isPanic, message: error.message, error_code: error.code }
      : { is_panic: false, ...connectionFailure(error) };
  const message = failure.is_panic ? failure.message : 'An error happened. Check the data field for details.';
  return { code: RPC_ENGINE_ERROR, message, data: { meta: null, ...failure } };
}

/** The native engine's code for every error of its own. */
const RPC_ENGINE_ERROR = 4466;

/** Some panics, and parameters of the wrong shape, throw outside every promise: the CLI prints what the log says. */
function endOnStrayErrors(): void {
  process.on('uncaughtException', (error) => {
    logLine('ERROR', { message: takePanicMessage() ?? error.message });
    process.exit(1);
  });
}
