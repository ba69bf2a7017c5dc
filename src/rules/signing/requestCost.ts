/**
 * What a request takes of a process, in ordinary requests: a `GET /baseinfo` has some 250 bytes, is read and looked up, and
 * takes a digest or two.
 */

/** Looking at proof that may turn out wrong: the whole of it is read, and hashed in several encodings. */
export function costOfLook(receivedBytes: number): number {
  return 1 + Math.floor(receivedBytes / bytesPerLook);
}

/** A request whose signature verified after so many bytes had been hashed. */
export function costOfCall(receivedBytes: number, hashedBytes: number): number {
  return 1 + Math.floor(receivedBytes / bytesRead + hashedBytes / bytesHashed);
}

const bytesPerLook = 2 * 1024;
const bytesRead = 16 * 1024;
const bytesHashed = 512 * 1024;
