import { LosslessNumber, parse } from 'lossless-json';
import type { Problem } from '../rules/problems.ts';
import type { SentParameter } from './receiveParameters.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The members of a JSON object, numbers as they were written, or undefined when the body is not a JSON object in UTF-8.
 * A member that is not a string, a number in decimal notation or null carries its problem.
 */
export function decodeJson(body: Buffer): SentParameter[] | undefined {
  const repeated = new Set<string>();
  let value: unknown;
  try {
    value = parse(utf8.decode(body), null, {
      onDuplicateKey: ({ key, oldValue, newValue }) => {
        if (oldValue === null) return newValue;
        if (newValue === null) return oldValue;
        if (textOf(oldValue) !== textOf(newValue)) repeated.add(key);
        return newValue;
      },
    });
  } catch {
    // Not JSON, not UTF-8, or nested deeper than the stack.
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof LosslessNumber) {
    return undefined;
  }
  return Object.entries(value).map(([name, member]) => [
    name,
    repeated.has(name) ? ({ code: 'differentValues' } satisfies Problem) : textOf(member),
  ]);
}

function textOf(member: unknown): string | Problem | null {
  if (typeof member === 'string' || member === null) return member;
  if (member instanceof LosslessNumber && /^-?\d+(\.\d+)?$/.test(member.value)) return member.value;
  return notText;
}

const notText: Problem = { code: 'notText' };
