/** The parts of an answer that are read. */
export interface ReadAnswer {
  status: number;
  /** True: it is the answer of a GraphQL server that has errors, which has status 200 all the same. */
  hasErrors: boolean;
}

/** Finds the ends of HTTP answers in what comes from one connection, one answer at a time. */
export class AnswerReader {
  #received: Buffer = Buffer.alloc(0);

  /** Returns the answer when it is complete. Throws when it tells no length. */
  read(chunk: Buffer): ReadAnswer | undefined {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnds = this.#received.indexOf('\r\n\r\n');
    if (headEnds < 0) return undefined;
    const head = this.#received.toString('latin1', 0, headEnds);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`An answer without Content-Length:\n${head}`);
    if (this.#received.length < headEnds + 4 + Number(length)) return undefined;
    const hasErrors = this.#received.includes('"errors":[', headEnds);
    this.#received = Buffer.alloc(0);
    return { status: Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)), hasErrors };
  }
}
