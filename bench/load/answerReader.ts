/** Finds the ends of HTTP answers in what comes from one connection, one answer at a time. */
export class AnswerReader {
  #received: Buffer = Buffer.alloc(0);

  /** Returns the status when the answer is complete. Throws when it tells no length. */
  read(chunk: Buffer): number | undefined {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnds = this.#received.indexOf('\r\n\r\n');
    if (headEnds < 0) return undefined;
    const head = this.#received.toString('latin1', 0, headEnds);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`An answer without Content-Length:\n${head}`);
    if (this.#received.length < headEnds + 4 + Number(length)) return undefined;
    this.#received = Buffer.alloc(0);
    return Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  }
}
