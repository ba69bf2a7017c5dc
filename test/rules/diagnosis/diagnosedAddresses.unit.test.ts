import { describe, expect, it } from 'vitest';
import { diagnose, goods, plain, right, signed } from './signatureClaims.ts';

const unusual = 'https://api.example.com/gateway/7/goods';

describe('an address before the signed string is named by the signature alone', () => {
  it.each([
    { before: '/v1/goods?', parameters: goods },
    { before: '/api/goods?', parameters: goods },
    { before: '/api/v1/payments/record?', parameters: plain },
  ])('with a usual path: $before', ({ before, parameters }) => {
    expect(diagnose(signed(parameters, before + right(parameters)))).toMatchObject({
      findings: [{ code: 'UNEXPLAINED', message: expect.stringContaining('contains the method or the address') }],
    });
  });

  it.each(['https://api.example.com/goods?', `${unusual}?`, '/gateway/7/goods?'])('but not with %s', (before) => {
    expect(diagnose(signed(goods, before + right(goods)))).toMatchObject({
      findings: [{ code: 'UNEXPLAINED', message: expect.stringContaining('No known secret explains') }],
    });
  });
});

describe('an address before the signed string is named when it is given as the URL', () => {
  it.each([
    { url: unusual, before: `${unusual}?` },
    { url: unusual, before: unusual },
    { url: `${unusual}?plugin_id=x`, before: `${unusual}?` },
    { url: unusual, before: 'api.example.com/gateway/7/goods?' },
    { url: unusual, before: '/gateway/7/goods?' },
    { url: unusual, before: '/gateway/7/goods' },
    { url: unusual, before: `POST ${unusual}?` },
    { url: unusual, before: 'POST/gateway/7/goods?' },
    { url: 'https://api.example.com', before: 'https://api.example.com/goods?' },
    { url: 'http://localhost:3000/', before: 'http://localhost:3000/goods?' },
    { url: 'api.example.com/v2/goods', before: 'api.example.com/v2/goods?' },
    { url: 'api.example.com', before: '/goods?' },
    { url: '/v2/goods', before: '/v2/goods?' },
  ])('$url, of which $before was signed', ({ url, before }) => {
    expect(diagnose({ ...signed(goods, before + right(goods)), url })).toMatchObject({
      findings: [{ code: 'UNEXPLAINED', message: expect.stringContaining('contains the method or the address') }],
    });
  });

  it.each(['', '/', '?', 'https://', '://', '\0', '[', `https://${'a'.repeat(5000)}`])(
    'and %j explains nothing',
    (url) => {
      expect(diagnose({ ...signed(goods, 'something else'), url })).toMatchObject({
        findings: [{ code: 'UNEXPLAINED', message: expect.stringContaining('No known secret explains') }],
      });
      expect(diagnose({ ...signed(goods, right(goods)), url })).toMatchObject({
        findings: [{ code: 'MATCHES_CANONICAL' }],
      });
    },
  );
});

it('an & before the signed string is named', () => {
  expect(diagnose(signed(goods, `&${right(goods)}`))).toMatchObject({
    findings: [{ code: 'UNEXPLAINED', message: expect.stringContaining('begins with &') }],
  });
});
