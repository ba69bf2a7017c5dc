import { describe, expect, it } from 'vitest';
import { readNodeId, writeNodeId } from '../../../src/rules/values/nodeId.ts';

const most = 2n ** 63n - 1n;

describe('the id of a node', () => {
  it.each([
    ['attempt', 17n, 'attempt_17'],
    ['audit', 17n, 'audit_17'],
    ['rejected', most, 'rejected_9223372036854775807'],
    ['refused', 0n, 'refused_0'],
    ['delivery', 'Ab3'.repeat(10), `delivery_${'Ab3'.repeat(10)}`],
  ] as const)('of the %s %s is %s', (kind, id, nodeId) => {
    expect(writeNodeId(kind, id)).toBe(nodeId);
    expect(readNodeId(nodeId)).toEqual({ kind, id: String(id) });
  });

  it.each([
    ['17'],
    ['a'.repeat(32)],
    ['attempt_'],
    ['attempt_x'],
    ['attempt_-1'],
    [`attempt_${most + 1n}`],
    ['Attempt_1'],
    ['attempt_1 '],
    ['delivery_a_b'],
    ['order_1'],
    ['constructor_1'],
  ])('is not %s', (text) => {
    expect(readNodeId(text)).toBeNull();
  });
});
