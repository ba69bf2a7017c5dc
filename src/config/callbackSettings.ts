import { validate } from 'node-cron';
import { z } from 'zod';
import { networksOf, type Networks } from '../rules/callbacks/callableAddress.ts';
import { readSeconds, wholeNumber } from './settingForms.ts';

/** When and where callbacks are sent, how long an attempt may take, and how many run at the same time. */
export const callbackSettings = {
  /**
   * Each delay lies between two notifications, so five notifications use four: the 600 is unused by default. One more
   * retry after a day takes both settings: 15,30,60,300,600,86400 and a maximum of 7.
   */
  CALLBACK_DELAYS_S: z.string().transform(readDelays).default([15, 30, 60, 300, 600]),
  CALLBACK_MAX_NOTIFICATIONS: wholeNumber(1, 100).default(5),
  CALLBACK_TIMEOUT_S: z.string().transform(readSeconds).default(10),
  /**
   * A worker's claim on a delivery lasts CALLBACK_TIMEOUT_S plus this time. If the worker dies, others wait until then.
   * A process releases a claim that ends more than ten minutes later than its own would: the clock was wrong.
   */
  CALLBACK_LEASE_MARGIN_S: z.string().transform(readMargin).default(30),
  CALLBACK_CONCURRENCY: wholeNumber(1, 100_000).default(2000),
  CALLBACK_CONCURRENCY_PER_PLUGIN: wholeNumber(1, 100_000).default(10),
  CALLBACK_ALLOW_NETWORKS: z.string().transform(readNetworks).optional(),
  /** Takes precedence over CALLBACK_ALLOW_NETWORKS. */
  CALLBACK_REFUSE_NETWORKS: z.string().transform(readNetworks).optional(),
  SWEEP_CRON: z
    .string()
    .refine(validate, 'expected a cron expression, such as * * * * * * for each second')
    .default('* * * * * *'),
};

/** An attempt is sent some time after its claim. The rest of the lease must still be longer than the timeout. */
function readMargin(text: string, context: z.RefinementCtx): number {
  if (Number(text) < 1) {
    context.addIssue({ code: 'custom', message: 'expected seconds, from 1 to 86400, such as 10 or 2.5' });
    return z.NEVER;
  }
  return readSeconds(text, context);
}

function readDelays(text: string, context: z.RefinementCtx): number[] {
  return text.split(',').map((part) => readSeconds(part.trim(), context));
}

/** A scope means something on one machine only, and some programs read a prefix that begins with 0 as another number. */
const networksForm = 'networks such as 127.0.0.0/8,fd00::/8, without scopes (%eth0) or leading zeros';

function readNetworks(text: string, context: z.RefinementCtx): Networks {
  const networks = networksOf(text.split(',').map((part) => part.trim()));
  if (networks) return networks;
  context.addIssue({ code: 'custom', message: `expected ${networksForm}` });
  return z.NEVER;
}
