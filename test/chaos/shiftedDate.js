// Loaded by `node --import` before a program: its Date is ahead by the milliseconds that a file says. Timers and
// performance.now() are as ever, as they are when somebody sets a machine's clock.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const realNow = Date.now;
let offsetMs = 0;

function readOffset() {
  try {
    offsetMs = Number(readFileSync(process.env['CLOCK_OFFSET_FILE'], 'utf8')) || 0;
  } catch {
    offsetMs = 0;
  }
}

readOffset();
setInterval(readOffset, 100).unref();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(realNow() + offsetMs);
    else super(...given);
  }

  static now() {
    return realNow() + offsetMs;
  }
};
