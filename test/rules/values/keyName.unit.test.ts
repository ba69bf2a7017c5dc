import { describe, expect, it } from 'vitest';
import { checkKeyName, serviceActors } from '../../../src/rules/values/keyName.ts';
import type { Problem } from '../../../src/rules/failures/valueProblems.ts';

describe('the name of a key', () => {
  it.each<{ text: string; verdict: 'good' | Problem['code'] }>([
    { text: 'Ann', verdict: 'good' },
    { text: 'Deploy robot 机器人', verdict: 'good' },
    { text: '🤖', verdict: 'good' },
    { text: 'x'.repeat(100), verdict: 'good' },
    { text: 'ADMIN', verdict: 'good' },
    { text: "Ann's ADMIN_TOKEN", verdict: 'good' },
    { text: 'x'.repeat(101), verdict: 'lengthBetween' },
    { text: '', verdict: 'required' },
    { text: 'a\uD800', verdict: 'malformedText' },
    { text: 'ADMIN_TOKEN', verdict: 'reservedName' },
    { text: 'Admin_Token', verdict: 'reservedName' },
    { text: 'admin token', verdict: 'reservedName' },
    { text: 'ADMIN\u00A0TOKEN', verdict: 'reservedName' },
    { text: 'ＡＤＭＩＮ＿ＴＯＫＥＮ', verdict: 'reservedName' },
    { text: 'reseal', verdict: 'reservedName' },
    { text: 'Re-Seal.', verdict: 'reservedName' },
    { text: ' Ann', verdict: 'surroundingSpace' },
    { text: 'Ann\u3000', verdict: 'surroundingSpace' },
    { text: 'ADMIN_TOKEN ', verdict: 'surroundingSpace' },
    { text: ' ADMIN_TOKEN\u200b', verdict: 'invisibleCharacter' },
    { text: 'ADMIN\u00ad_TOKEN', verdict: 'invisibleCharacter' },
    { text: 'A\u202enn', verdict: 'invisibleCharacter' },
    { text: 'A\u2028nn', verdict: 'invisibleCharacter' },
    { text: 'A\u2029nn', verdict: 'invisibleCharacter' },
    { text: '\u3164', verdict: 'invisibleCharacter' },
    { text: 'A\tnn', verdict: 'controlCharacter' },
    { text: 'Ann\n', verdict: 'controlCharacter' },
  ])('$text: $verdict', ({ text, verdict }) => {
    expect(checkKeyName(text)?.code ?? 'good').toBe(verdict);
  });

  it('is none of those that the service uses itself', () => {
    for (const name of Object.values(serviceActors)) expect(checkKeyName(name)).toEqual({ code: 'reservedName' });
  });
});
