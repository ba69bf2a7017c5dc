import type { Server } from 'node:http';

/** Less than the 10 seconds after which Docker kills what it asked to stop. */
const graceMs = 5_000;

/**
 * Takes no new connections and lets requests in flight finish, for `graceMs` at most: a closed server no longer watches
 * its request timeout, so a caller who never finishes sending would hold it open for ever.
 */
export async function closeServer(server: Server, longestMs = graceMs): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), longestMs);
  await closed;
  clearTimeout(deadline);
}
