import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiveParameters } from '../../../src/rest/parameters/receiveParameters.ts';
import { Refusal } from '../../../src/rules/failures/refusal.ts';
import { canonicalStringAs, encodeAs, libraryEncodings, oddText } from '../../rules/signing/libraryEncodings.ts';
import { anyParameters } from '../../rules/signing/parameterArbitraries.ts';
import {
  boundary,
  field,
  file,
  form,
  json,
  multipart,
  partsOf,
  receive,
  receivedOrRefusal,
  requestOf,
} from '../../support/receivedParameters.ts';

describe('whatever is sent', () => {
  const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  const anyPieces = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"a"',
          ':',
          ',',
          '1e5',
          'null',
          '\\ud800',
          '%',
          '%00',
          '%ff',
          '&',
          '=',
          '+',
        ),
        fc.constantFrom(
          `--${boundary}`,
          '--',
          '\r\n',
          '\r\n\r\n',
          '\r',
          '\n',
          field('a', 'x'),
          file('a'),
          'name=',
          '"',
        ),
        fc.constantFrom(
          'Content-Type: text/plain; charset=utf-16le',
          'Content-Transfer-Encoding: base64',
          "; name*=x''%",
        ),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 16 },
    )
    .map((pieces) => Buffer.from(pieces.join('')));
  const anyForm = fc
    .tuple(fc.array(fc.constantFrom(field('a', 'x'), field('b', ''), file('c')), { maxLength: 3 }), fc.nat())
    .map(([parts, end]) => Buffer.from(partsOf(parts)).subarray(0, end % 700));
  const anyJson = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), anyBytes)
    .map(([text, at, bytes]) => Buffer.concat([Buffer.from(text).subarray(0, at % 300), bytes.subarray(0, at % 3)]));
  const anyType = fc.oneof(
    fc.constantFrom(
      json,
      form,
      multipart,
      'multipart/form-data',
      'multipart/form-data; boundary="',
      'text/plain',
      undefined,
    ),
    fc.string({ maxLength: 20 }),
  );

  it('is received as well-formed text, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(Buffer.from('')), anyBytes, anyPieces),
        anyType,
        fc.oneof(anyBytes, anyPieces, anyForm, anyJson),
        async (query, type, body) => {
          const received = receivedOrRefusal({ query, ...(type !== undefined && { type }), body });
          const { parameters } = received instanceof Refusal ? { parameters: new Map<string, string>() } : received;
          for (const pair of parameters) expect(pair.every((text) => text.isWellFormed())).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('arrives the same by every transport', async () => {
    const php = libraryEncodings[0]!;
    await fc.assert(
      fc.asyncProperty(anyParameters, async (any) => {
        const encoded = canonicalStringAs(php, any);
        const members = [...any].map((pair) => pair.map((text) => JSON.stringify(text)).join(':'));
        // Names in multipart headers are escaped differently by every client.
        const parts = [...any.values()].map((value, index) => field(`field${index}`, value));

        expect(receiveParameters(requestOf({ query: encoded })).parameters).toEqual(any);
        expect(receiveParameters(requestOf({ type: form, body: encoded })).parameters).toEqual(any);
        const object = `{${members.join()}}`;
        expect(receiveParameters(requestOf({ type: json, body: object })).parameters).toEqual(any);
        const fields = receiveParameters(requestOf({ type: multipart, body: partsOf(parts) }));
        expect([...fields.parameters.values()]).toEqual([...any.values()]);
      }),
    );
  });

  it('may be encoded by any library', async () => {
    for (const encoding of libraryEncodings) {
      expect(receive({ query: `title=${encodeAs(encoding, oddText)}` })).toEqual({
        parameters: { title: oddText },
      });
    }
  });
});
