import { fetchWithin, longestAnswerMs } from '../app/fetchWithin.ts';

const send = fetchWithin(longestAnswerMs.query, fetch);

/**
 * The outcome of a sign-out. `halfEnded`: the browser has forgotten the session, and the database has not. `failed`: neither
 * has; one is still signed in.
 */
export type SignOut = 'ended' | 'halfEnded' | 'failed';

/** Ends the session, here and in the service. */
export async function signOut(): Promise<SignOut> {
  const response = await send('/console/sign-out', { method: 'POST' }).catch(() => null);
  if (response?.ok) return 'ended';
  return response?.status === 503 ? 'halfEnded' : 'failed';
}
