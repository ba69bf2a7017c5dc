/** Longer ones are measured once, however many aliases show them: that takes as long as to write them. */
const longTextLength = 512;

/** Measures, for one request, how many bytes fields take in its answer as JSON. */
export class JsonBytes {
  readonly #longTexts = new Map<string, number>();

  /** With its name and, unless it has fields of its own, its value. */
  ofField(name: string | number, value: unknown): number {
    return Buffer.byteLength(String(name)) + punctuationBytes + this.#ofValue(value);
  }

  /** Objects count as their braces: their fields are counted one by one. */
  #ofValue(value: unknown): number {
    switch (typeof value) {
      case 'string':
        return value.length > longTextLength ? this.#ofLongText(value) : textBytes(value);
      case 'number':
      case 'bigint':
      case 'boolean':
        return String(value).length;
      default:
        if (value instanceof Date) return dateBytes;
        if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + this.#ofValue(item) + 1, 2);
        return value === null || value === undefined ? 4 : 2;
    }
  }

  #ofLongText(text: string): number {
    const bytes = this.#longTexts.get(text) ?? textBytes(text);
    this.#longTexts.set(text, bytes);
    return bytes;
  }
}

/** Two quotation marks, a colon and a comma. */
const punctuationBytes = 4;
const dateBytes = '"2021-06-22T02:37:15.000Z"'.length;

/** Its escapes too: a control character takes six. */
function textBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
