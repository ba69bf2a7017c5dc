import { describe, expect, it } from 'vitest';
import { userRecord } from '../../../src/rules/records/userRecord.ts';

const user = { openId: '0'.repeat(32), nickname: '小明 😀', avatar: 'https://example.com/a.png', member: true };

describe('the record of a user', () => {
  it('has all five fields, and the second in which it is sent', () => {
    expect(userRecord(user, new Date('2021-06-22T02:37:15.999Z'))).toStrictEqual({
      avatar: 'https://example.com/a.png',
      member: 1,
      nickname: '小明 😀',
      open_id: '0'.repeat(32),
      timestamp: 1_624_329_435,
    });
  });

  it('says 0 of a user who is not a member', () => {
    expect(userRecord({ ...user, member: false }, new Date(0)).member).toBe(0);
  });

  it('has an empty avatar when there is none', () => {
    expect(userRecord({ ...user, avatar: '' }, new Date(0)).avatar).toBe('');
  });
});
