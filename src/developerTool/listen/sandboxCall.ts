import { canonicalString } from '../../rules/signing/canonicalString.ts';
import { sign } from '../../rules/signing/signature.ts';
import { unixSeconds } from '../../rules/signing/timestamp.ts';
import { verifyMessage } from '../messages/verifyMessage.ts';

/** The service as a sandbox plugin calls it. */
export interface SandboxService {
  url: URL;
  pluginId: string;
  secrets: readonly [string, ...string[]];
  now(): Date;
}

export type Resource = Readonly<Record<string, string | number>>;

/** It would be refused again. */
export interface Refused {
  kind: 'refused';
  status: number;
  /** The code of the refusal; null: the answer names none, so another program may have sent it. */
  code: string | null;
  message: string;
}

export type SandboxReply =
  | { kind: 'answered'; resource: Resource }
  | Refused
  /** It may succeed later. */
  | { kind: 'unavailable'; message: string; retryAfterSeconds: number | null };

const patienceMs = 15_000;

/** Sends one signed request to a path below /sandbox, and verifies the answer. Never rejects. */
export async function sandboxCall(
  { url, pluginId, secrets, now }: SandboxService,
  path: string,
  parameters: Record<string, string | number>,
): Promise<SandboxReply> {
  const given = Object.entries({ ...parameters, plugin_id: pluginId, timestamp: unixSeconds(now()) });
  const canonical = canonicalString(new Map(given.map(([name, value]) => [name, String(value)])));
  const address = `${url.href.replace(/\/$/, '')}${path}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // A form would have three bytes for each sign of Base64 that is no letter: too many for the answer of a receiver.
      body: JSON.stringify({ ...Object.fromEntries(given), sign: sign(canonical, secrets[0]) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    text = await response.text();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = `${address} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`;
    return { kind: 'unavailable', message, retryAfterSeconds: null };
  }
  if (response.status === 200) return readAnswer(text, secrets);
  const message = `${address} answered ${response.status}: ${messageOf(text)}`;
  if (response.status !== 429 && response.status !== 408 && response.status < 500) {
    return { kind: 'refused', status: response.status, code: codeOf(response), message };
  }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return { kind: 'unavailable', message, retryAfterSeconds: Number.isFinite(seconds) ? seconds : null };
}

function readAnswer(text: string, secrets: readonly string[]): SandboxReply {
  const { resource, sign: signature } = (parse(text) ?? {}) as { resource?: Resource; sign?: unknown };
  if (typeof resource !== 'object' || resource === null || typeof signature !== 'string') {
    return {
      kind: 'refused',
      status: 200,
      code: null,
      message: 'the answer is not one of openplug: see whether --url is right',
    };
  }
  const fields = new Map(Object.entries(resource).map(([name, value]) => [name, String(value)]));
  const report = verifyMessage({ fields, oddFields: [], sign: signature, previousSigns: [] }, secrets);
  if (report.isGenuine) return { kind: 'answered', resource };
  return {
    kind: 'refused',
    status: 200,
    code: null,
    message: 'the signature of the answer is wrong, so it was not used',
  };
}

/** Reads it from the link to its explanation; see `helpLink`. */
function codeOf(response: Response): string | null {
  return /#(\w+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
}

function messageOf(text: string): string {
  const { message, errors } = (parse(text) ?? {}) as { message?: unknown; errors?: object };
  if (typeof message !== 'string') return text.slice(0, 200);
  return [message, ...Object.values(errors ?? {}).flat()].join(' ');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
