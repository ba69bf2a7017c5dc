import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { beginInTurn } from '../../src/admin/guards/beginInTurn.ts';
import { contextOf } from '../../src/http/requestContext.ts';
import { Role } from '../../src/admin/door/role.ts';

it('operations begin one in each turn of the event loop, for each key in turn', async () => {
  const handle = beginInTurn();
  const begun: string[] = [];
  const ask = (keyId: string, name: string, closed = false) => {
    const request = { headers: {}, socket: {} } as Request;
    const actor = { keyId, name: 'staff', role: Role.VIEWER };
    contextOf(request).staff = { actor, findActorNow: async () => actor };
    void handle(request, { closed } as Response, (error?: unknown) => {
      begun.push(error === undefined ? name : 'refused');
    });
  };
  for (const name of ['many 1', 'many 2', 'many 3']) ask('many', name);
  ask('one', 'one 1');
  const seen: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    seen.push(begun.length);
    await nextTurn();
  }

  expect(begun).toEqual(['many 1', 'one 1', 'many 2', 'many 3']);
  expect(Math.max(...seen.map((count, turn) => count - (seen[turn - 1] ?? 0)))).toBe(1);
});
