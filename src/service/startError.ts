/** The reason why the service does not start, in words for the person who started it. It needs no stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
