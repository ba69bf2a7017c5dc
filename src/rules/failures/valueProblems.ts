import type { Sentence } from '../phrases/sentence.ts';

/** A problem with one value. The code is stable. The text is chosen when the caller's language is known. */
export type Problem =
  | { code: 'required' }
  | { code: 'notText' }
  | { code: 'differentValues' }
  | { code: 'malformedText' }
  | { code: 'controlCharacter' }
  | { code: 'invisibleCharacter'; found: string }
  | { code: 'surroundingSpace' }
  | { code: 'reservedName' }
  | { code: 'exactLength'; length: number }
  | { code: 'lengthBetween'; min: number; max: number }
  | { code: 'wholeNumber'; min: number; max: number }
  | { code: 'unixSeconds' }
  | { code: 'hexDigits'; length: number }
  | { code: 'httpUrl' }
  | { code: 'urlWhiteSpace' }
  | { code: 'urlBackslash' }
  | { code: 'urlUser' }
  | { code: 'urlFragment' }
  | { code: 'urlHost' }
  | { code: 'urlPort' }
  | { code: 'inTheFuture' }
  | { code: 'beforeUnixEpoch' }
  | { code: 'beforeCreation'; minutes: number; createdAt: string }
  | { code: 'notNull' }
  | { code: 'blank' }
  | { code: 'cursor' }
  | { code: 'oneDirection' }
  | { code: 'emptyFilter' }
  | { code: 'laterThan'; name: string }
  | { code: 'tooMany'; max: number }
  | { code: 'tooMuchText'; maxBytes: number }
  | { code: 'tooManyBuckets'; max: number }
  | { code: 'unknownOrder' }
  | { code: 'unknownAccessToken' }
  | { code: 'unknownAttempt' }
  | { code: 'requiredUnless'; name: string }
  | { code: 'unknownGoods' }
  | { code: 'base64' }
  | { code: 'oneOf'; choices: string }
  | { code: 'signedString'; canonicalString: string };

export type Language = 'en' | 'zh';

/** Returns the sentence about the value called `name`. */
export function describeProblem(name: string, problem: Problem, language: Language): string {
  const describe = sentences[language][problem.code] as (name: string, problem: Problem) => string;
  return describe(name, problem);
}

/** Returns the sentence about a value in English, and as data: its code begins with VALUE. */
export function sentenceAbout(name: string, problem: Problem): Sentence {
  const { code, ...values } = problem;
  const texts = Object.entries(values).map(([key, value]) => [key === 'name' ? 'other' : key, String(value)]);
  return {
    code: `VALUE_${code.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
    values: { ...Object.fromEntries(texts), name },
    text: describeProblem(name, problem, 'en'),
  };
}

/** The codes that a problem can have. */
export const problemCodes = () => Object.keys(english) as Problem['code'][];

type Sentences = {
  [Code in Problem['code']]: (name: string, problem: Extract<Problem, { code: Code }>) => string;
};

const english: Sentences = {
  required: (name) => `${name} is required.`,
  notText: (name) => `${name} must be a string or a number in decimal notation.`,
  differentValues: (name) => `${name} was sent more than once, with different values.`,
  malformedText: (name) => `${name} must be well-formed Unicode, without lone surrogates.`,
  controlCharacter: (name) => `${name} must not contain control characters.`,
  invisibleCharacter: (name, { found }) => `${name} must not contain invisible characters; it has ${found}.`,
  surroundingSpace: (name) => `${name} must not begin or end with white space.`,
  reservedName: (name) => `${name} must not look like a name that the service uses itself.`,
  exactLength: (name, { length }) => `${name} must be exactly ${length} characters long.`,
  lengthBetween: (name, { min, max }) => `${name} must be ${min} to ${max} characters long.`,
  wholeNumber: (name, { min, max }) => `${name} must be a whole number from ${min} to ${max}.`,
  unixSeconds: (name) => `${name} must be the Unix time in seconds, in digits only.`,
  hexDigits: (name, { length }) => `${name} must be exactly ${length} hexadecimal digits.`,
  httpUrl: (name) => `${name} must be an absolute http or https URL, such as https://example.com/callback.`,
  urlWhiteSpace: (name) => `${name} must not contain white space.`,
  urlBackslash: (name) => `${name} must not contain a backslash.`,
  urlUser: (name) => `${name} must not have a user name or a password before its host.`,
  urlFragment: (name) => `${name} must not have a fragment, the part from # on.`,
  urlHost: (name) => `${name} must have a valid host.`,
  urlPort: (name) => `${name} must have a port that is a number up to 65535, or none.`,
  inTheFuture: (name) => `${name} must not be in the future; check its time zone.`,
  beforeUnixEpoch: (name) => `${name} must not be before 1970-01-01T00:00:00Z.`,
  beforeCreation: (name, { minutes, createdAt }) =>
    `${name} must not be more than ${minutes} minutes before the order was created, at ${createdAt}; check its time zone.`,
  notNull: (name) => `${name} must not be null; leave it out instead.`,
  blank: (name) => `${name} must have a character that is not white space, or be left out.`,
  cursor: (name) => `${name} must be a cursor that this list has returned.`,
  oneDirection: (name) => `${name} cannot go with first: a page has the first rows or the last ones.`,
  emptyFilter: (name) => `${name} must narrow down the list; without any condition it would mean everything.`,
  laterThan: (name, { name: other }) => `${name} must be later than ${other}.`,
  tooMany: (name, { max }) => `${name} must be at most ${max} in number.`,
  tooMuchText: (name, { maxBytes }) => `${name} must be at most ${maxBytes} bytes of text, all of it together.`,
  tooManyBuckets: (name, { max }) => `${name} must be large enough for at most ${max} buckets.`,
  unknownOrder: () => `No order of this plugin has this value as its order_id or out_order_id.`,
  unknownAccessToken: (name) => `${name} is not one of this plugin's, or it has expired.`,
  unknownAttempt: (name) => `${name} is not the number of a notification of this order.`,
  requiredUnless: (name, { name: other }) => `${name} is required unless ${other} is given.`,
  unknownGoods: (name) => `${name} is not of goods of this plugin.`,
  base64: (name) => `${name} must be in base64, padded.`,
  oneOf: (name, { choices }) => `${name} must be one of: ${choices}.`,
  signedString: (_name, { canonicalString }) => `The string to sign was: ${canonicalString}`,
};

const chinese: Sentences = {
  required: (name) => `${name} 为必填参数。`,
  notText: (name) => `${name} 必须是字符串或十进制数字。`,
  differentValues: (name) => `${name} 重复出现且取值不一致。`,
  malformedText: (name) => `${name} 必须是合法的 Unicode 文本，不能包含孤立的代理项。`,
  controlCharacter: (name) => `${name} 不能包含控制字符。`,
  invisibleCharacter: (name, { found }) => `${name} 不能包含不可见字符（发现 ${found}）。`,
  surroundingSpace: (name) => `${name} 的首尾不能有空白字符。`,
  reservedName: (name) => `${name} 不能与服务自身使用的名称相似。`,
  exactLength: (name, { length }) => `${name} 的长度必须为 ${length} 个字符。`,
  lengthBetween: (name, { min, max }) => `${name} 的长度必须在 ${min} 到 ${max} 个字符之间。`,
  wholeNumber: (name, { min, max }) => `${name} 必须是 ${min} 到 ${max} 之间的整数。`,
  unixSeconds: (name) => `${name} 必须是以秒为单位的 Unix 时间戳，且只含数字。`,
  hexDigits: (name, { length }) => `${name} 必须是 ${length} 位十六进制数字。`,
  httpUrl: (name) => `${name} 必须是完整的 http 或 https 地址，例如 https://example.com/callback。`,
  urlWhiteSpace: (name) => `${name} 不能包含空白字符。`,
  urlBackslash: (name) => `${name} 不能包含反斜杠。`,
  urlUser: (name) => `${name} 的主机名前不能有用户名或密码。`,
  urlFragment: (name) => `${name} 不能包含片段（# 及其后的部分）。`,
  urlHost: (name) => `${name} 必须包含有效的主机名。`,
  urlPort: (name) => `${name} 的端口必须是不超过 65535 的数字，也可以不写。`,
  inTheFuture: (name) => `${name} 不能是将来的时间；请检查时区。`,
  beforeUnixEpoch: (name) => `${name} 不能早于 1970-01-01T00:00:00Z。`,
  beforeCreation: (name, { createdAt, minutes }) =>
    `${name} 不能比订单创建时间 ${createdAt} 早 ${minutes} 分钟以上；请检查时区。`,
  notNull: (name) => `${name} 不能为 null；可以不传。`,
  blank: (name) => `${name} 必须包含非空白字符，或者不传。`,
  cursor: (name) => `${name} 必须是该列表返回过的游标。`,
  oneDirection: (name) => `${name} 不能与 first 同时使用。`,
  emptyFilter: (name) => `${name} 至少需要一个条件。`,
  laterThan: (name, { name: other }) => `${name} 必须晚于 ${other}。`,
  tooMany: (name, { max }) => `${name} 的数量不得超过 ${max} 个。`,
  tooMuchText: (name, { maxBytes }) => `${name} 的文本总量不得超过 ${maxBytes} 字节。`,
  tooManyBuckets: (name, { max }) => `${name} 过小，时间段数量不得超过 ${max} 个。`,
  unknownOrder: () => `该插件没有以此值作为 order_id 或 out_order_id 的订单。`,
  unknownAccessToken: (name) => `${name} 不属于该插件，或已过期。`,
  unknownAttempt: (name) => `${name} 不是该订单的任何一次通知。`,
  requiredUnless: (name, { name: other }) => `${name} 和 ${other} 必须提供其一。`,
  unknownGoods: (name) => `${name} 不是该插件的商品。`,
  base64: (name) => `${name} 必须是带填充的 base64 编码。`,
  oneOf: (name, { choices }) => `${name} 必须是以下之一：${choices}。`,
  signedString: (_name, { canonicalString }) => `待签名字符串为：${canonicalString}`,
};

const sentences = { en: english, zh: chinese };
