/** GraphQL's complaints repeat what was sent, which may be as long as a request. */
const longestMessage = 500;

/**
 * What is answered of a complaint of GraphQL's. A typing error is not to be answered with names of the schema.
 *
 * No pattern is applied to more than `longestMessage`: what is sent decides how long a pattern takes.
 */
export function answeredMessage(message: string): string {
  const suggestion = message.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1;
  const text = suggestion < 0 ? message : message.slice(0, suggestion);
  return text.length > longestMessage ? `${text.slice(0, longestMessage - 1)}…` : text;
}
