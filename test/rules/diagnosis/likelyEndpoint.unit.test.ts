import { describe, expect, it } from 'vitest';
import { restEndpoints } from '../../../src/rest/restRoutes.ts';
import { likelyEndpoint } from '../../../src/rules/diagnosis/likelyEndpoint.ts';
import { sandboxEndpoints } from '../../../src/rules/signing/sandboxEndpoints.ts';
import { specifiedEndpoints } from '../../../src/rules/signing/specifiedEndpoints.ts';

describe('the parameters that must be sent', () => {
  it.each<[endpoint: string, sent: string[], own: string[]]>([
    ['/payments/record', ['plugin_id', 'timestamp', 'out_order_id'], ['out_order_id']],
    ['/payments/record, with a token too many', ['out_order_id', 'access_token'], ['out_order_id']],
    ['/goods, by its title', ['title'], ['access_token', 'title', 'total_fee']],
    ['/goods, by its price', ['total_fee'], ['access_token', 'title', 'total_fee']],
    ['/goods, by its limit', ['pay_limit'], ['access_token', 'title', 'total_fee']],
    ['/baseinfo', ['access_token'], ['access_token']],
    ['/baseinfo, when nothing was sent', [], ['access_token']],
    ['/sandbox/users', ['nickname'], []],
    ['/sandbox/orders', ['access_token', 'goods_id', 'out_order_id'], ['access_token', 'goods_id']],
    ['/sandbox/answers', ['order_id', 'attempt', 'lease', 'http_status'], ['order_id', 'attempt', 'lease']],
    ['/sandbox/answers, without its lease', ['order_id', 'attempt'], ['order_id', 'attempt', 'lease']],
  ])('are those of %s', (_endpoint, sent, own) => {
    expect(likelyEndpoint(sent).required).toEqual(['plugin_id', 'timestamp', ...own]);
  });
});

describe('the address', () => {
  const tables = [...Object.values(specifiedEndpoints), ...Object.values(sandboxEndpoints)];

  it.each(tables)('names $method $path, whatever was sent', ({ method, path, parameters }) => {
    const mounts = ['', '/v1', 'https://api.example.com', 'HTTP://localhost:3000/v1', 'api.example.com'];
    for (const address of mounts.flatMap((mount) => [mount + path, `${mount}${path}/`, `${mount}${path}?a=/goods#b`])) {
      expect(likelyEndpoint(['title', 'lease'], address)).toMatchObject({ method, path, parameters, isNamed: true });
    }
  });

  it.each(['', '/', 'https://api.example.com', 'https://goods', '/other', '/goods/other', '/a?b=/baseinfo'])(
    'names none: %j',
    (address) => {
      expect(likelyEndpoint(['out_order_id'], address)).toMatchObject({ path: '/payments/record', isNamed: false });
    },
  );
});

it.each([['access_token'], ['out_order_id'], ['title'], ['nickname'], ['goods_id'], ['lease']])(
  'is one that the service has, with %s',
  (name) => {
    const { method, path } = likelyEndpoint([name]);
    expect([...restEndpoints]).toContain(`${method} ${path}`);
  },
);
