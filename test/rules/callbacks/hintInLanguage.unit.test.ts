import { describe, expect, it } from 'vitest';
import { hintInLanguage } from '../../../src/rules/callbacks/hintInLanguage.ts';
import { judgeResponse } from '../../../src/rules/callbacks/judgeResponse.ts';

const judged = (body: string | Uint8Array, status = 200, location: string | null = null, contentEncoding = '') =>
  judgeResponse({
    status,
    body: new Uint8Array(Buffer.from(body)),
    truncated: false,
    url: 'http://localhost:8000/callback',
    location,
    contentEncoding,
  }).hint!;

describe('a hint on an answer, in Chinese', () => {
  it.each([
    [judged('SUCCESS', 500), '正文正确，但状态码必须是 2xx，而不是 500'],
    [judged(''), '正文为空，必须是 SUCCESS'],
    [judged('x', 200, null, 'gzip'), '正文被压缩（Content-Encoding: gzip），而请求并未接受压缩；请不要压缩'],
    [judged(Buffer.from('SUCCESS', 'utf16le')), '正文是 UTF-16 编码的 SUCCESS，必须使用 UTF-8 或 ASCII'],
    [judged('\u200BSUCCESS'), '正文含有看不见的字符（U+200B），必须只有 SUCCESS'],
    [judged('"SUCCESS"'), '正文是 "SUCCESS"：SUCCESS 外有引号，必须去掉引号'],
    [judged("'success'"), "正文是 'success'，必须去掉引号并使用大写"],
    [judged('Success'), '正文是“Success”，必须使用大写'],
    [judged('<p>SUCCESS</p>'), '正文含有 HTML，必须只有 SUCCESS'],
    [judged('{}'), '正文是 JSON，必须是纯文本 SUCCESS'],
    [judged('a SUCCESS'), '正文在 SUCCESS 之外还有其他内容'],
    [judged('ok'), '正文必须是 SUCCESS'],
    [judged('', 304), '304（Not Modified）是对条件请求的回答，而请求没有条件；请返回 200 和 SUCCESS'],
    [judged('', 302), '没有 Location 说明跳转到哪里；请返回 200 和 SUCCESS'],
    [judged('', 302, 'http://['), 'Location 不是有效的地址；请返回 200 和 SUCCESS'],
    [judged('', 302, '/callback'), '不跟随重定向，而该重定向又指回同一地址；请返回 200 和 SUCCESS'],
    [judged('', 302, '/login'), expect.stringMatching('该重定向指向 http://localhost:8000/login：')],
    [judged('No required SSL certificate was sent', 400), expect.stringMatching('客户端证书')],
  ])('%s', (hint, chinese) => {
    expect(hintInLanguage(hint, 'zh')).toEqual(chinese);
    expect(hintInLanguage(hint, 'en')).toBe(hint);
  });

  it('stays in English when there is none', () => {
    expect(hintInLanguage('nothing listens at that address and port', 'zh')).toMatch(/^nothing listens/);
  });
});
