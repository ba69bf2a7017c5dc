import { describe, expect, it } from 'vitest';
import { Refusal, refuseInvalid } from '../../../src/rules/failures/refusal.ts';

describe('refusing invalid values', () => {
  it('lets values without problems pass', () => {
    expect(() => refuseInvalid({})).not.toThrow();
    expect(() => refuseInvalid({ title: undefined, total_fee: undefined })).not.toThrow();
  });

  it('names every value with a problem, and no other', () => {
    expect(() =>
      refuseInvalid({ title: { code: 'required' }, attach: undefined, callbackUrl: { code: 'httpUrl' } }),
    ).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMETERS',
        fields: new Map([
          ['title', [{ code: 'required' }]],
          ['callbackUrl', [{ code: 'httpUrl' }]],
        ]),
      }),
    );
  });
});

describe('a refusal', () => {
  it('is an error with a stable code, without fields and facts unless they are given', () => {
    const refusal = new Refusal('PLUGIN_NOT_FOUND');

    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toMatchObject({
      name: 'Refusal',
      message: 'PLUGIN_NOT_FOUND',
      code: 'PLUGIN_NOT_FOUND',
      facts: {},
    });
    expect(refusal.fields.size).toBe(0);
  });

  it('carries what its text needs to say', () => {
    expect(new Refusal('BODY_TOO_LARGE', { facts: { max: 65_536 } }).facts).toEqual({ max: 65_536 });
  });
});
