import { fetchWithin, longestAnswerMs } from '../app/fetchWithin.ts';

const send = fetchWithin(longestAnswerMs.signOut, fetch);

/**
 * The outcome of a sign-out. `halfEnded`: the browser has forgotten the session, and the database has not. `refused`: neither
 * has; one is still signed in. `unsure`: the service did not answer, and may have ended the session nevertheless.
 */
export type SignOut = 'ended' | 'halfEnded' | 'refused' | 'unsure';

/** Ends the session, here and in the service. */
export async function signOut(): Promise<SignOut> {
  const response = await send('/console/sign-out', { method: 'POST' }).catch(() => null);
  if (response?.ok) return 'ended';
  if (response?.status === 503) return 'halfEnded';
  // Above 500 it may be the answer of a proxy.
  return response && response.status < 500 ? 'refused' : 'unsure';
}
