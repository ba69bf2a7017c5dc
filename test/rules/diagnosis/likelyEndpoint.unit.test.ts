import { describe, expect, it } from 'vitest';
import { restEndpoints } from '../../../src/rest/restRoutes.ts';
import { likelyEndpoint } from '../../../src/rules/diagnosis/likelyEndpoint.ts';

describe('the parameters that must be sent', () => {
  it.each<[endpoint: string, sent: string[], own: string[]]>([
    ['/payments/record', ['plugin_id', 'timestamp', 'out_order_id'], ['out_order_id']],
    ['/payments/record, with a token too many', ['out_order_id', 'access_token'], ['out_order_id']],
    ['/goods, by its title', ['title'], ['access_token', 'title', 'total_fee']],
    ['/goods, by its price', ['total_fee'], ['access_token', 'title', 'total_fee']],
    ['/goods, by its limit', ['pay_limit'], ['access_token', 'title', 'total_fee']],
    ['/baseinfo', ['access_token'], ['access_token']],
    ['/baseinfo, when nothing was sent', [], ['access_token']],
  ])('are those of %s', (_endpoint, sent, own) => {
    expect(likelyEndpoint(sent).required).toEqual(['plugin_id', 'timestamp', ...own]);
  });
});

it.each([['access_token'], ['out_order_id'], ['title']])('is one that the service has, with %s', (name) => {
  const { method, path } = likelyEndpoint([name]);
  expect([...restEndpoints]).toContain(`${method} ${path}`);
});
