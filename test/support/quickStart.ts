/**
 * Options of Node for a process that lives for seconds. Prisma compiles its queries in WebAssembly, whose optimized code costs
 * a new process a second of computing before it is of any use. Benchmarks, which do not run in Vitest, start the service as
 * an operator does.
 */
export const quickStart: readonly string[] = process.env['VITEST'] ? ['--liftoff-only', '--wasm-lazy-compilation'] : [];
