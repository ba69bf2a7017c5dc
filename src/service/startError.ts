/** The reason why the service does not start, in words for the person who started it. A stack trace would not help them. */
export class StartError extends Error {
  override name = 'StartError';
}
