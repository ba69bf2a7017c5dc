import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeveloper, type Developer } from '../support/builders.ts';
import { rawRequest, requestText } from '../support/rawRequest.ts';
import { exampleTime, startTestService, type TestService } from '../support/service.ts';
import { call, signed } from '../support/signedRequest.ts';

let service: TestService;
let developer: Developer;

beforeAll(async () => {
  service = await startTestService();
  developer = await makeDeveloper(service.admin);
});
afterAll(() => service.stop());

const english = 'Request parameters are invalid; see errors.';
const chinese = '请求参数校验失败，详见 errors。';

describe('the language of messages', () => {
  it.each([
    ['zh', chinese],
    ['zh-CN', chinese],
    ['zh-Hant-TW', chinese],
    ['ZH-cn', chinese],
    ['zh;q=0.9,en;q=0.8', chinese],
    ['zh-CN,zh;q=0.9,en;q=0.8', chinese],
    ['fr, zh;q=0.5', chinese],
    ['en', english],
    ['en-US,en;q=0.9,zh;q=0.8', english],
    ['en,zh', english],
    ['zh;q=0.1,en', english],
    ['zh;q=0', english],
    ['*', english],
    ['', english],
    ['fr', english],
    [';;,,=q', english],
  ])('follows Accept-Language %j', async (acceptLanguage, message) => {
    const { status, body } = await call(
      service.url,
      'GET',
      '/baseinfo',
      {},
      { headers: { 'accept-language': acceptLanguage } },
    );

    expect(status).toBe(422);
    expect(body.message).toBe(message);
    expect(Object.keys(body.errors!)).toEqual(['plugin_id', 'timestamp', 'sign', 'access_token']);
  });

  it('is English when the header is missing', async () => {
    const response = await fetch(`${service.url}/nowhere`);

    expect(await response.json()).toEqual({ message: 'There is nothing at this path.' });
  });

  it('changes texts only: statuses and keys stay', async () => {
    const { pluginId, secret, accessToken } = developer;
    const rows: [number, string, string, Record<string, string>, object][] = [
      [404, 'GET', '/nowhere', {}, { message: '该路径不存在。' }],
      [405, 'DELETE', '/goods', {}, { message: '该路径仅支持 POST。' }],
      [
        404,
        'GET',
        '/baseinfo',
        signed(secret, { plugin_id: 'x', access_token: accessToken }),
        { message: '插件应用不存在。' },
      ],
      [
        403,
        'GET',
        '/baseinfo',
        signed(secret, { plugin_id: pluginId, access_token: accessToken }, new Date(0)),
        { message: `时间戳与服务器时间的差必须小于 600 秒；服务器时间为 ${exampleTime.toISOString()}。` },
      ],
      [
        401,
        'GET',
        '/payments/record',
        signed('x', { plugin_id: pluginId, out_order_id: '1' }),
        {
          message: '签名错误。',
          errors: { sign: [`待签名字符串为：out_order_id=1&plugin_id=${pluginId}&timestamp=1624329435`] },
        },
      ],
      [
        401,
        'GET',
        '/baseinfo',
        signed(secret, { plugin_id: pluginId, access_token: 'a'.repeat(32) }),
        { message: '用户不存在。', errors: { access_token: ['access_token 不属于该插件，或已过期。'] } },
      ],
      [
        400,
        'GET',
        '/payments/record',
        signed(secret, { plugin_id: pluginId, out_order_id: '1' }),
        {
          message: '订单不存在。',
          errors: { out_order_id: ['该插件没有以此值作为 order_id 或 out_order_id 的订单。'] },
        },
      ],
      [
        422,
        'GET',
        '/baseinfo',
        signed(secret, { plugin_id: pluginId, access_token: 'short' }),
        { message: chinese, errors: { access_token: ['access_token 的长度必须为 32 个字符。'] } },
      ],
    ];
    for (const [status, method, path, parameters, body] of rows) {
      const answer = await call(service.url, method, path, parameters, { headers: { 'accept-language': 'zh' } });

      expect(answer.body).toEqual(body);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('is that of the caller also for what reaches no endpoint', async () => {
    const refusalOf = async (start: string, headers: string[]) => {
      const answer = await rawRequest(service.url, requestText(start, ['Accept-Language: zh-CN', ...headers]));
      return [answer.status, JSON.parse(answer.body)] as const;
    };
    expect(await refusalOf('POST /goods HTTP/1.1', ['Expect: something'])).toEqual([
      417,
      { message: '仅支持 Expect: 100-continue。' },
    ]);
    expect(await refusalOf('GET /baseinfo HTTP/1.1', ['Host: another'])).toEqual([
      400,
      { message: '请求不是合法的 HTTP/1.1 报文。' },
    ]);
    expect(await refusalOf('CONNECT example.com:443 HTTP/1.1', [])).toEqual([
      405,
      { message: '该路径仅支持 GET, POST。' },
    ]);
  });

  it('leaves a success as it is', async () => {
    const { pluginId, secret, accessToken } = developer;
    const parameters = signed(secret, { plugin_id: pluginId, access_token: accessToken });
    const inEnglish = await call(service.url, 'GET', '/baseinfo', parameters);

    const inChinese = await call(service.url, 'GET', '/baseinfo', parameters, {
      headers: { 'accept-language': 'zh' },
    });

    expect(inChinese.body).toEqual(inEnglish.body);
  });
});
