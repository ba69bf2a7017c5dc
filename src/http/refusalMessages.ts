import { describeConflict } from '../rules/failures/conflicts.ts';
import { describeProblem, type Language } from '../rules/failures/valueProblems.ts';
import { Refusal, type RefusalCode } from '../rules/failures/refusal.ts';
import { outageOf, outageRetrySeconds } from '../store/database/outageOf.ts';

export interface Failure {
  status: number;
  /** The code of the refusal. Null: the fault is ours. */
  refusal: RefusalCode | null;
  /** The time that the caller should wait before it tries again. */
  retryAfterSeconds?: number;
  body: { message: string; errors?: Record<string, string[]> };
}

/**
 * Returns the status and body of a failed request (specification, Errors). Every error but a Refusal is our fault: 500
 * without details, for an outage of the database too, since the specification has no 503.
 */
export function failureOf(error: unknown, language: Language): Failure {
  const refusal = asRefusal(error);
  if (!refusal) {
    const wait = outageOf(error) === null ? {} : { retryAfterSeconds: outageRetrySeconds };
    return { status: 500, refusal: null, ...wait, body: { message: unavailable[language] } };
  }

  const { status, ...text } = responses[refusal.code];
  const message = text[language](refusal.facts);
  const { retryAfterSeconds } = refusal.facts;
  const wait = typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {};
  const failure = { status, refusal: refusal.code, ...wait };
  if (refusal.fields.size === 0) return { ...failure, body: { message } };
  const errors = [...refusal.fields].map(([name, problems]) => [
    name,
    problems.map((problem) => describeProblem(name, problem, language)),
  ]);
  return { ...failure, body: { message, errors: Object.fromEntries(errors) as Record<string, string[]> } };
}

const unavailable = {
  en: 'The platform is temporarily unable to serve this request.',
  zh: '平台暂时无法处理该请求。',
};

type Facts = Refusal['facts'];
interface ResponseText {
  status: number;
  en: (facts: Facts) => string;
  zh: (facts: Facts) => string;
}

const responses: Record<RefusalCode, ResponseText> = {
  MALFORMED_TARGET: fixed(
    400,
    'The path and the query may have ASCII characters only: percent-encode all others, as UTF-8.',
    '路径和查询字符串只能包含 ASCII 字符；其他字符须按 UTF-8 进行百分号编码。',
  ),
  MALFORMED_REQUEST: fixed(400, 'This is not a well-formed HTTP/1.1 request.', '请求不是合法的 HTTP/1.1 报文。'),
  MALFORMED_QUERY: fixed(
    400,
    'The query string must be form-encoded UTF-8; it has a malformed escape or byte sequence.',
    '查询字符串必须是 UTF-8 的表单编码；其中包含不合法的转义或字节。',
  ),
  MALFORMED_BODY: {
    status: 400,
    en: ({ mediaType }) => `The body cannot be read as ${mediaType} in UTF-8${shapeOf(mediaType, 'en')}.`,
    zh: ({ mediaType }) => `无法将请求体按 UTF-8 的 ${mediaType} 解析${shapeOf(mediaType, 'zh')}。`,
  },
  MISSING_BOUNDARY: fixed(
    400,
    'Content-Type is multipart/form-data without a boundary, so the parts cannot be told apart. Let the HTTP client set that header: it adds the boundary that it puts between the parts.',
    'Content-Type 为 multipart/form-data，但缺少 boundary，无法区分各个部分。请让 HTTP 客户端自行设置该请求头：它会附上分隔各部分所用的 boundary。',
  ),
  BODY_TOO_LARGE: {
    status: 413,
    en: ({ max }) => `The body must be at most ${max} bytes, after decompression too.`,
    zh: ({ max }) => `请求体（解压后）不得超过 ${max} 字节。`,
  },
  TOO_MANY_PARAMETERS: {
    status: 413,
    en: ({ max }) => `At most ${max} parameters may be sent.`,
    zh: ({ max }) => `参数数量不得超过 ${max} 个。`,
  },
  UNSUPPORTED_MEDIA_TYPE: fixed(
    415,
    'Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data, and say so in Content-Type.',
    '请求体须为 application/json、application/x-www-form-urlencoded 或 multipart/form-data，并在 Content-Type 中注明。',
  ),
  UNSUPPORTED_CHARSET: fixed(415, 'The charset of the body must be utf-8.', '请求体的字符集必须是 utf-8。'),
  UNSUPPORTED_CONTENT_ENCODING: fixed(
    415,
    'Content-Encoding must be gzip, deflate, br or identity.',
    'Content-Encoding 仅支持 gzip、deflate、br 或 identity。',
  ),
  MALFORMED_COMPRESSION: fixed(
    400,
    'The body is not what its Content-Encoding says: it cannot be decompressed.',
    '请求体与 Content-Encoding 不符，无法解压。',
  ),
  HEADERS_TOO_LARGE: fixed(
    431,
    'The request line and headers together are too large; send parameters in the body.',
    '请求行与请求头过大；请改用请求体传递参数。',
  ),
  EXPECTATION_FAILED: fixed(417, 'The only Expect that is met is 100-continue.', '仅支持 Expect: 100-continue。'),
  REQUEST_TIMEOUT: fixed(408, 'The request did not arrive in time.', '请求未能在规定时间内送达。'),
  RATE_LIMITED: {
    status: 429,
    en: ({ retryAfterSeconds }) => `Too many requests; try again in ${retryAfterSeconds} s, and more slowly.`,
    zh: ({ retryAfterSeconds }) => `请求过于频繁；请在 ${retryAfterSeconds} 秒后重试，并降低频率。`,
  },
  BUSY: {
    status: 429,
    en: ({ retryAfterSeconds }) => `Too many requests are waiting to be answered; try again in ${retryAfterSeconds} s.`,
    zh: ({ retryAfterSeconds }) => `等待处理的请求过多；请在 ${retryAfterSeconds} 秒后重试。`,
  },
  TOO_MANY_FAILURES: {
    status: 429,
    en: ({ retryAfterSeconds }) =>
      `Too many requests with a wrong signature, time or key came from this address. Correct it, and try again in ${retryAfterSeconds} s.`,
    zh: ({ retryAfterSeconds }) =>
      `来自该地址的签名、时间戳或密钥错误的请求过多。请改正后，在 ${retryAfterSeconds} 秒后重试。`,
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    en: ({ limit, retryAfterSeconds }) =>
      limit === 'address'
        ? `Too many connections are open from this address. Use those that are open, or try again in ${retryAfterSeconds} s.`
        : `Too many connections are open; try again in ${retryAfterSeconds} s.`,
    zh: ({ limit, retryAfterSeconds }) =>
      limit === 'address'
        ? `来自该地址的连接过多。请复用已有连接，或在 ${retryAfterSeconds} 秒后重试。`
        : `连接过多；请在 ${retryAfterSeconds} 秒后重试。`,
  },
  PATH_NOT_FOUND: fixed(404, 'There is nothing at this path.', '该路径不存在。'),
  METHOD_NOT_ALLOWED: {
    status: 405,
    en: ({ allow }) => `This path answers ${allow} only.`,
    zh: ({ allow }) => `该路径仅支持 ${allow}。`,
  },
  INVALID_PARAMETERS: fixed(422, 'Request parameters are invalid; see errors.', '请求参数校验失败，详见 errors。'),
  PLUGIN_NOT_FOUND: fixed(404, 'The plugin application was not found.', '插件应用不存在。'),
  TIMESTAMP_EXPIRED: {
    status: 403,
    en: ({ toleranceSeconds, serverTime }) =>
      `The timestamp must be less than ${toleranceSeconds} seconds from the server's time, which is ${serverTime}.`,
    zh: ({ toleranceSeconds, serverTime }) =>
      `时间戳与服务器时间的差必须小于 ${toleranceSeconds} 秒；服务器时间为 ${serverTime}。`,
  },
  SIGNATURE_WRONG: fixed(401, 'The signature is wrong.', '签名错误。'),
  ACCESS_TOKEN_UNKNOWN: fixed(401, 'The user is unknown.', '用户不存在。'),
  ORDER_NOT_FOUND: fixed(400, 'The order was not found.', '订单不存在。'),
  ATTEMPT_NOT_FOUND: fixed(400, 'The attempt was not found.', '该次通知不存在。'),
  GOODS_NOT_FOUND: fixed(400, 'The goods were not found.', '商品不存在。'),
  SANDBOX_CONFLICT: {
    status: 400,
    en: (facts) => `This conflicts with the present state: ${describeConflict(facts, 'en')}.`,
    zh: (facts) => `与当前状态冲突：${describeConflict(facts, 'zh')}。`,
  },
  SANDBOX_FULL: {
    status: 429,
    en: ({ most, what }) =>
      `A sandbox plugin can create ${most} ${what} in 24 hours, and these are used up. Use those that there are.`,
    zh: ({ most, what }) =>
      `沙箱插件在 24 小时内最多可创建 ${most} 个${what === 'users' ? '用户' : '订单'}，现已用完；请使用已有的。`,
  },
  REQUEST_OVERDUE: fixed(
    500,
    'This took too long and was ended. Whether the request had an effect is not known.',
    '请求处理超时，已被中止；无法确定是否已生效。',
  ),
  NOT_FOUND: fixed(404, 'Not found.', '不存在。'),
  CONFLICT: fixed(409, 'This conflicts with the present state.', '与当前状态冲突。'),
};

function fixed(status: number, en: string, zh: string): ResponseText {
  return { status, en: () => en, zh: () => zh };
}

/** Returns a hint at what is often missed in this media type. */
function shapeOf(mediaType: Facts[string] | undefined, language: Language): string {
  return shapes[String(mediaType)]?.[language] ?? '';
}

const shapes: Record<string, Record<Language, string> | undefined> = {
  'application/json': { en: '; it must be one JSON object', zh: '；须为一个 JSON 对象' },
  'multipart/form-data': {
    en: '; each part must have a name and stand between lines of the boundary that Content-Type names, the last of which ends in --',
    zh: '；每个部分须有 name，并位于 Content-Type 所给 boundary 的分隔行之间，最后一行以 -- 结尾',
  },
};

type BodyError = Error & { type?: string; status?: number; limit?: number; code?: string };

/** The error codes of zlib, and of its brotli. */
const zlibCodes = /^(Z_|ERR_)/;

/**
 * Returns the refusal that an error stands for. Errors of body-parser and of Express's router have a type or a status; the
 * caller's faults are refusals.
 */
function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return undefined;
  const { type, status, limit, code } = error as BodyError;
  switch (type) {
    case 'entity.too.large':
      return new Refusal('BODY_TOO_LARGE', { facts: { max: limit ?? 0 } });
    case 'encoding.unsupported':
      return new Refusal('UNSUPPORTED_CONTENT_ENCODING');
  }
  if (status === 400 && code !== undefined && zlibCodes.test(code)) return new Refusal('MALFORMED_COMPRESSION');
  return status && status >= 400 && status < 500 ? new Refusal('MALFORMED_REQUEST') : undefined;
}
