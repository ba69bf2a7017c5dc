import { describe, expect, it } from 'vitest';
import { describeMismatch, type Installation } from '../../../src/store/database/installation.ts';

const here: Installation = { database: 'openplug', schema: 'public', id: 'a' };

describe('DATABASE_DIRECT_URL and DATABASE_URL', () => {
  it('may lead to the same installation', () => {
    expect(describeMismatch({ ...here }, here)).toBeNull();
  });

  it.each<{ direct: Installation; place: string }>([
    { direct: { ...here, schema: 'other' }, place: 'schema other of database openplug' },
    { direct: { ...here, database: 'other', id: 'b' }, place: 'schema public of database other' },
  ])('must not lead to different places: $place', ({ direct, place }) => {
    expect(describeMismatch(direct, here)).toBe(
      `DATABASE_DIRECT_URL leads to ${place}, DATABASE_URL to schema public of database openplug: both must lead to the ` +
        'same data.',
    );
  });

  it.each([{ id: 'b' }, { id: null }])('must not lead to places of the same name on two servers (id $id)', ({ id }) => {
    expect(describeMismatch({ ...here, id }, here)).toBe(
      'DATABASE_DIRECT_URL and DATABASE_URL lead to two different installations of openplug ' +
        '(both schema public of database openplug): check host and port.',
    );
  });
});
