/** Why the service does not start, in words for whoever started it; a stack trace would not help them. */
export class StartError extends Error {
  override name = 'StartError';
}
