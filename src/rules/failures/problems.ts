/** A problem with one value. The code is stable; the text is chosen when the caller's language is known. */
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
  | { code: 'signedString'; canonicalString: string };

export type Language = 'en' | 'zh';

/** The sentence about the value called `name`. */
export function describeProblem(name: string, problem: Problem, language: Language): string {
  return language === 'zh' ? inChinese(name, problem) : inEnglish(name, problem);
}

function inEnglish(name: string, problem: Problem): string {
  switch (problem.code) {
    case 'required':
      return `${name} is required.`;
    case 'notText':
      return `${name} must be a string or a number in decimal notation.`;
    case 'differentValues':
      return `${name} was sent more than once, with different values.`;
    case 'malformedText':
      return `${name} must be well-formed Unicode, without lone surrogates.`;
    case 'controlCharacter':
      return `${name} must not contain control characters.`;
    case 'invisibleCharacter':
      return `${name} must not contain invisible characters; it has ${problem.found}.`;
    case 'surroundingSpace':
      return `${name} must not begin or end with white space.`;
    case 'reservedName':
      return `${name} must not look like a name that the service uses itself.`;
    case 'exactLength':
      return `${name} must be exactly ${problem.length} characters long.`;
    case 'lengthBetween':
      return `${name} must be ${problem.min} to ${problem.max} characters long.`;
    case 'wholeNumber':
      return `${name} must be a whole number from ${problem.min} to ${problem.max}.`;
    case 'unixSeconds':
      return `${name} must be the Unix time in seconds, in digits only.`;
    case 'hexDigits':
      return `${name} must be exactly ${problem.length} hexadecimal digits.`;
    case 'httpUrl':
      return `${name} must be an absolute http or https URL without a user name, a password, a fragment, white space or a backslash.`;
    case 'inTheFuture':
      return `${name} must not be in the future; check its time zone.`;
    case 'beforeUnixEpoch':
      return `${name} must not be before 1970-01-01T00:00:00Z.`;
    case 'beforeCreation':
      return `${name} must not be more than ${problem.minutes} minutes before the order was created, at ${problem.createdAt}; check its time zone.`;
    case 'notNull':
      return `${name} must not be null; leave it out instead.`;
    case 'blank':
      return `${name} must have a character that is not white space; leave it out to find everything.`;
    case 'cursor':
      return `${name} must be a cursor that this list has returned.`;
    case 'oneDirection':
      return `${name} cannot go with first: a page has the first rows or the last ones.`;
    case 'emptyFilter':
      return `${name} must narrow down the list; without any condition it would mean everything.`;
    case 'laterThan':
      return `${name} must be later than ${problem.name}.`;
    case 'tooMany':
      return `${name} must be at most ${problem.max} in number.`;
    case 'tooMuchText':
      return `${name} must be at most ${problem.maxBytes} bytes of text, all of it together.`;
    case 'tooManyBuckets':
      return `${name} must be large enough for at most ${problem.max} buckets.`;
    case 'unknownOrder':
      return `No order of this plugin has this value as its order_id or out_order_id.`;
    case 'unknownAccessToken':
      return `${name} is not one of this plugin's, or it has expired.`;
    case 'signedString':
      return `The string to sign was: ${problem.canonicalString}`;
  }
}

function inChinese(name: string, problem: Problem): string {
  switch (problem.code) {
    case 'required':
      return `${name} 为必填参数。`;
    case 'notText':
      return `${name} 必须是字符串或十进制数字。`;
    case 'differentValues':
      return `${name} 重复出现且取值不一致。`;
    case 'malformedText':
      return `${name} 必须是合法的 Unicode 文本，不能包含孤立的代理项。`;
    case 'controlCharacter':
      return `${name} 不能包含控制字符。`;
    case 'invisibleCharacter':
      return `${name} 不能包含不可见字符（发现 ${problem.found}）。`;
    case 'surroundingSpace':
      return `${name} 的首尾不能有空白字符。`;
    case 'reservedName':
      return `${name} 不能与服务自身使用的名称相似。`;
    case 'exactLength':
      return `${name} 的长度必须为 ${problem.length} 个字符。`;
    case 'lengthBetween':
      return `${name} 的长度必须在 ${problem.min} 到 ${problem.max} 个字符之间。`;
    case 'wholeNumber':
      return `${name} 必须是 ${problem.min} 到 ${problem.max} 之间的整数。`;
    case 'unixSeconds':
      return `${name} 必须是以秒为单位的 Unix 时间戳，且只含数字。`;
    case 'hexDigits':
      return `${name} 必须是 ${problem.length} 位十六进制数字。`;
    case 'httpUrl':
      return `${name} 必须是完整的 http 或 https 地址，且不含用户名、密码、片段、空白字符和反斜杠。`;
    case 'inTheFuture':
      return `${name} 不能是将来的时间；请检查时区。`;
    case 'beforeUnixEpoch':
      return `${name} 不能早于 1970-01-01T00:00:00Z。`;
    case 'beforeCreation':
      return `${name} 不能比订单创建时间 ${problem.createdAt} 早 ${problem.minutes} 分钟以上；请检查时区。`;
    case 'notNull':
      return `${name} 不能为 null；可以不传。`;
    case 'blank':
      return `${name} 必须包含非空白字符；如需查找全部，请不要传入。`;
    case 'cursor':
      return `${name} 必须是该列表返回过的游标。`;
    case 'oneDirection':
      return `${name} 不能与 first 同时使用。`;
    case 'emptyFilter':
      return `${name} 至少需要一个条件。`;
    case 'laterThan':
      return `${name} 必须晚于 ${problem.name}。`;
    case 'tooMany':
      return `${name} 的数量不得超过 ${problem.max} 个。`;
    case 'tooMuchText':
      return `${name} 的文本总量不得超过 ${problem.maxBytes} 字节。`;
    case 'tooManyBuckets':
      return `${name} 过小，时间段数量不得超过 ${problem.max} 个。`;
    case 'unknownOrder':
      return `该插件没有以此值作为 order_id 或 out_order_id 的订单。`;
    case 'unknownAccessToken':
      return `${name} 不属于该插件，或已过期。`;
    case 'signedString':
      return `待签名字符串为：${problem.canonicalString}`;
  }
}
