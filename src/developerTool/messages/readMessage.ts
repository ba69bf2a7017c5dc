/** A signed response or callback as it was received. */
export interface SignedMessage {
  /** The fields of `resource`, with the text that is signed. */
  fields: ReadonlyMap<string, string>;
  /** The fields that are neither text nor a number. */
  oddFields: string[];
  sign: string;
  /** The signatures in the header Openplug-Previous-Sign. */
  previousSigns: readonly string[];
}

/**
 * Reads a message in JSON, perhaps after the head of an HTTP message, as `curl -i` prints it. `previousSign` is the
 * header Openplug-Previous-Sign. Returns a sentence that says what was expected when it cannot be read.
 */
export function readMessage(received: string, previousSign?: string): SignedMessage | string {
  const { head, body } = splitHead(received);
  const header = previousSign ?? /^openplug-previous-sign:(.*)$/im.exec(head)?.[1] ?? '';
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch (error) {
    return `expected JSON, but ${(error as Error).message}`;
  }
  if (!isObject(message)) return 'expected a JSON object, {"resource": {…}, "sign": "…"}';
  const { resource, sign } = message;
  if (!isObject(resource)) {
    const isUnsigned = typeof message['message'] === 'string';
    const hint = isUnsigned ? ': an answer that has only a message is not signed' : '';
    return `expected an object "resource" in the message${hint}`;
  }
  if (typeof sign !== 'string') return 'expected a text "sign" beside "resource"';
  const fields = Object.entries(resource);
  return {
    fields: new Map(fields.map(([name, value]) => [name.toWellFormed(), textOf(value).toWellFormed()])),
    oddFields: fields.flatMap(([name, value]) => (['string', 'number'].includes(typeof value) ? [] : [name])),
    sign,
    previousSigns: header
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  };
}

function splitHead(received: string): { head: string; body: string } {
  const text = received.replace(/^\uFEFF/, '');
  const isHttp = /^(HTTP\/[\d.]+ \d{3}|[A-Z]+ \S+ HTTP\/[\d.]+)/.test(text);
  const end = isHttp ? /\r?\n\r?\n/.exec(text) : null;
  return end
    ? { head: text.slice(0, end.index), body: text.slice(end.index + end[0].length) }
    : { head: '', body: text };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
