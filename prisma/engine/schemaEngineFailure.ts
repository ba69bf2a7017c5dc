import { takePanicMessage } from './schemaEngineWasm.ts';

/** The error of PostgreSQL for a script that the engine ran. */
export interface ScriptError {
  /** SQLSTATE. */
  sqlState: string;
  /** The message and, where known, the line. */
  message: string;
}

/** The schema engine refused or failed. `code` is Prisma's (P3009 and so on) where Prisma has one. */
export class SchemaEngineFailure extends Error {
  override readonly name = 'SchemaEngineFailure';

  constructor(
    message: string,
    readonly code: string | undefined,
    /** The engine broke; what it was asked may be half done. */
    readonly isPanic: boolean,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function schemaEngineFailure(cause: unknown, scriptError: ScriptError | undefined): SchemaEngineFailure {
  const panic = takePanicMessage();
  if (panic !== undefined) return new SchemaEngineFailure(panic, undefined, true, { cause });
  const raw = cause instanceof Error ? cause : new Error(String(cause));
  const code = 'code' in raw && typeof raw.code === 'string' ? raw.code : undefined;
  if (code === undefined && scriptError !== undefined) {
    const migrationName = /sql_schema_connector::apply_migration::apply_script\s+with migration_name="([^"]+)"/.exec(
      raw.message,
    )?.[1];
    if (migrationName !== undefined) {
      return new SchemaEngineFailure(brokenMigration(migrationName, scriptError), 'P3018', false, { cause });
    }
  }
  return new SchemaEngineFailure(withoutSpanTrace(raw.message), code, false, { cause });
}

/** The native engine's words for P3018; the WebAssembly build has lost them. */
function brokenMigration(migrationName: string, { sqlState, message }: ScriptError): string {
  return [
    'A migration failed to apply. New migrations cannot be applied before the error is recovered from. ' +
      'Read more about how to resolve migration issues in a production database: https://pris.ly/d/migrate-resolve',
    `Migration name: ${migrationName}`,
    `Database error code: ${sqlState}`,
    `Database error:\n${message}`,
  ].join('\n\n');
}

/** The engine appends where in its own source it was. */
function withoutSpanTrace(message: string): string {
  return message.replace(/\n\s+0: \w+(::\w+)+[^]*$/, '').replace(/^external connector error\n/, '');
}
