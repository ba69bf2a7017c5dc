import { parseArgs } from 'node:util';
import type { Extent, Row } from './context.ts';

export const fewestKeptRounds = 5;

export interface Arguments extends Extent {
  rows: readonly Row[];
}

const options = {
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '4' },
  'load-seconds': { type: 'string', default: '300' },
  rows: { type: 'string', default: '1000000' },
} as const;

/** Reads `[row …] [--rounds n] [--seconds n] [--load-seconds n] [--rows n]`. Ends the process with this usage when they are wrong. */
export function readArguments(given: string[], all: readonly Row[]): Arguments {
  try {
    const { values, positionals } = parseArgs({ args: given, allowPositionals: true, options });
    const unknown = positionals.filter((name) => !all.some((row) => row.name === name));
    if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.`);
    return {
      rows: positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name)),
      rounds: positive('rounds', values.rounds),
      seconds: positive('seconds', values.seconds),
      loadSeconds: positive('load-seconds', values['load-seconds']),
      rowsBeside: positive('rows', values.rows),
    };
  } catch (error) {
    const known = all.map(({ name, about }) => `  ${name}: ${about}`).join('\n');
    console.error(`${(error as Error).message}\n\n${usage}\n\nRows:\n${known}`);
    process.exit(1);
  }
}

const usage = `Usage: npm run bench -- [row …] [options]

  --rounds n        rounds in which ours and the reference take turns (5)
  --seconds n       the time of each of them in a round (4)
  --load-seconds n  the time of the load before memory is measured (300)
  --rows n          the finished deliveries, and as many future ones, beside which a tick is measured (1000000)`;

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name}: expected a number above 0, not ${text}`);
  return value;
}
