import type { Language } from '../failures/valueProblems.ts';
import { fillIn } from '../phrases/sentence.ts';
import { hintPhrase } from './hintPhrase.ts';

/** Returns a hint on an answer in the language. A hint that has no translation stays in English. */
export function hintInLanguage(hint: string, language: Language): string {
  const phrase = language === 'zh' ? hintPhrase(hint) : null;
  const text = phrase && chineseHints[phrase.code];
  return text ? fillIn(text, phrase.values) : hint;
}

/**
 * The hints on answers that developers report, in Chinese, by their codes. The console gets them from here, and has those on
 * what only the service itself can meet.
 */
export const chineseHints: Record<string, string> = {
  HINT_BODY_RIGHT: '正文正确，但状态码必须是 2xx，而不是 {status}',
  HINT_BODY_EMPTY: '正文为空，必须是 SUCCESS',
  HINT_BODY_COMPRESSED: '正文被压缩（{how}），而请求并未接受压缩；请不要压缩',
  HINT_BODY_UTF16: '正文是 UTF-16 编码的 SUCCESS，必须使用 UTF-8 或 ASCII',
  HINT_BODY_INVISIBLE: '正文含有看不见的字符（{character}），必须只有 SUCCESS',
  HINT_BODY_QUOTED: '正文是 {body}：SUCCESS 外有引号，必须去掉引号',
  HINT_BODY_QUOTED_CASE: '正文是 {body}，必须去掉引号并使用大写',
  HINT_BODY_CASE: '正文是“{body}”，必须使用大写',
  HINT_BODY_HTML: '正文含有 HTML，必须只有 SUCCESS',
  HINT_BODY_JSON: '正文是 JSON，必须是纯文本 SUCCESS',
  HINT_BODY_AROUND: '正文在 SUCCESS 之外还有其他内容',
  HINT_BODY_OTHER: '正文必须是 SUCCESS',
  HINT_REDIRECT_NOT_MODIFIED: '304（Not Modified）是对条件请求的回答，而请求没有条件；请返回 200 和 SUCCESS',
  HINT_REDIRECT_NOWHERE: '没有 Location 说明跳转到哪里；请返回 200 和 SUCCESS',
  HINT_REDIRECT_NO_ADDRESS: 'Location 不是有效的地址；请返回 200 和 SUCCESS',
  HINT_REDIRECT_BACK: '不跟随重定向，而该重定向又指回同一地址；请返回 200 和 SUCCESS',
  HINT_REDIRECT_AWAY:
    '不跟随重定向；该重定向指向 {address}：如果回调应发往那里，请改为配置该地址，否则请直接返回 SUCCESS',
  HINT_ANSWERED_LATE: '响应是 SUCCESS，但到达得太迟：这一次已按失败计，并已再次通知',
  HINT_CLIENT_CERTIFICATE: '接收端要求客户端证书，而回调没有证书；请让该地址不要求证书',
};
