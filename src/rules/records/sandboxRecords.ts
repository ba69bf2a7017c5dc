import { unixSeconds } from '../signing/timestamp.ts';

/** A callback that a listener has fetched, and nobody has answered yet. */
export interface FetchedCallback {
  orderId: string;
  /** The attempt's number, from 1. */
  number: number;
  leaseToken: string;
  /** Exactly the text to be posted. */
  requestBody: string;
  previousSigns: readonly string[];
}

/** The `resource` of POST /sandbox/users, ready to be signed. */
export function sandboxUserRecord(
  user: { nickname: string; openId: string; accessToken: string; expiresAt: Date },
  now: Date,
) {
  return {
    access_token: user.accessToken,
    expires_at: unixSeconds(user.expiresAt),
    nickname: user.nickname,
    open_id: user.openId,
    timestamp: unixSeconds(now),
  };
}

/** The `resource` of POST /sandbox/callbacks. While nothing is due, `attempt` is 0 and the texts are empty. */
export function sandboxCallbackRecord(callback: FetchedCallback | null, leaseMs: number, now: Date) {
  return {
    attempt: callback?.number ?? 0,
    body: callback?.requestBody ?? '',
    lease: callback?.leaseToken ?? '',
    lease_seconds: Math.floor(leaseMs / 1000),
    order_id: callback?.orderId ?? '',
    previous_sign: callback?.previousSigns.join(',') ?? '',
    timestamp: unixSeconds(now),
  };
}

/** The `resource` of POST /sandbox/answers: the attempt as it is now. */
export function sandboxAnswerRecord(
  attempt: { orderId: string; number: number; outcome: string; hint: string | null; isCounted: boolean },
  now: Date,
) {
  return {
    attempt: attempt.number,
    counted: attempt.isCounted ? 1 : 0,
    hint: attempt.hint ?? '',
    order_id: attempt.orderId,
    outcome: attempt.outcome,
    timestamp: unixSeconds(now),
  };
}
