/** The longest part of an address that is shown. It is text of the receiver. */
const mostShown = 300;

/**
 * What to do about an answer with a status 3xx. `location` is the header as it came; null: there was none. Not every 3xx
 * is a redirect: 304 says that nothing has changed.
 */
export function redirectHint(status: number, location: string | null, calledUrl: string): string {
  if (status === 304) {
    return '304 (Not Modified) is an answer to a condition, and none was sent; answer 200 with SUCCESS';
  }
  if (location === null) return 'no Location says where it leads; answer 200 with SUCCESS';
  if (!URL.canParse(location, calledUrl)) return 'its Location is no address; answer 200 with SUCCESS';
  const { href } = new URL(location, calledUrl);
  if (href === calledUrl) {
    return 'redirects are not followed, and this one leads back to the same address; answer 200 with SUCCESS';
  }
  const shown = href.length > mostShown ? `${href.slice(0, mostShown)}…` : href;
  const advice = 'if callbacks belong there, configure that address; else answer SUCCESS without a redirect';
  return `redirects are not followed; this one leads to ${shown}: ${advice}`;
}
