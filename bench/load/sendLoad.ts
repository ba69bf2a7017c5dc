import type { Program } from '../harness/program.ts';
import type { Load, LoadResult } from './generate.ts';

/** Has a generator send its load. Throws when an answer was a refusal: the figure would count what was not done. */
export async function sendLoad(generator: Program, load: Load): Promise<LoadResult> {
  const result = await generator.ask<LoadResult>(load);
  if (result.refused > 0) throw new Error(`${result.refused} answers were refusals, the first ${result.firstRefused}.`);
  return result;
}
