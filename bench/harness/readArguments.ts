import { parseArgs } from 'node:util';
import type { Extent, Row } from './context.ts';

export const fewestKeptRounds = 5;

export interface Arguments extends Extent {
  rows: readonly Row[];
}

/** Reads `[row …] [--rounds n] [--seconds n] [--load-seconds n] [--rows n]`. Throws with the names of the rows when one is unknown. */
export function readArguments(given: string[], all: readonly Row[]): Arguments {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      'load-seconds': { type: 'string', default: '300' },
      rows: { type: 'string', default: '1000000' },
    },
  });
  const unknown = positionals.filter((name) => !all.some((row) => row.name === name));
  if (unknown.length > 0) {
    const known = all.map(({ name, about }) => `  ${name}: ${about}`).join('\n');
    throw new Error(`There is no row ${unknown.join(', ')}. Rows:\n${known}`);
  }
  return {
    rows: positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name)),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    loadSeconds: positive('load-seconds', values['load-seconds']),
    rowsBeside: positive('rows', values.rows),
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name}: expected a number above 0, not ${text}`);
  return value;
}
