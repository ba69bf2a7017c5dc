import { noResponse, type AttemptResult, type PostResult } from '../../store/deliveries/attemptResult.ts';
import { Exchange } from './exchange.ts';
import type { PostSettings } from './postSettings.ts';
import { startDeadline } from './startDeadline.ts';

/**
 * Makes one POST and nothing else. No redirect is followed, nothing is sent again, and certificates are verified whatever
 * the environment says. The host is resolved once, every address is checked, and only a checked address is spoken to.
 * Never rejects: any failure is a result.
 */
export async function postOnce(
  url: string,
  body: string,
  headers: Record<string, string>,
  settings: PostSettings,
): Promise<PostResult> {
  const deadline = startDeadline(settings.timeoutMs);
  const exchange = new Exchange(url, settings, deadline.signal);
  let end: Pick<AttemptResult, 'outcome'> & Partial<PostResult>;
  try {
    end = await exchange.post(body, headers);
  } catch (error) {
    end = exchange.describe(error);
  } finally {
    deadline.clear();
    exchange.leave();
  }
  return { durationMs: exchange.elapsedMs, ...noResponse, ...exchange.measured, ...end };
}
