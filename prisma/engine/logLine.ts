/** One line of the native engine's log on stderr, which the CLI reads when the engine ends with an error. */
export function logLine(level: 'INFO' | 'ERROR', fields: { message: string; error_code?: string }): void {
  process.stderr.write(`${JSON.stringify({ level, target: 'schema_engine::logger', fields })}\n`);
}
