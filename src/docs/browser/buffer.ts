/** The part of Node's Buffer that the rules of signing use, so that the page runs the code of the service. */
export const Buffer = {
  from: (text: string): Uint8Array => new TextEncoder().encode(text),
  allocUnsafe: (length: number): AsciiBytes => new AsciiBytes(length),
};

class AsciiBytes extends Uint8Array {
  override toString(_encoding = 'latin1', start = 0, end = this.length): string {
    return String.fromCharCode(...this.subarray(start, end));
  }
}
