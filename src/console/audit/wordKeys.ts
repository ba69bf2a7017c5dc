/**
 * The texts that say the codes of audit entries: by the fact that has the code, or by `target`. Where another page shows the
 * same code, it is the text of that page.
 */
export const wordKeys = {
  status: {
    PAID: 'orders.PAID',
    UNPAID: 'orders.UNPAID',
    PENDING: 'overview.pending',
    DELIVERED: 'notification.DELIVERED',
    EXHAUSTED: 'notification.EXHAUSTED',
    CANCELLED: 'notification.CANCELLED',
  },
  role: { VIEWER: 'role.VIEWER', OPERATOR: 'role.OPERATOR', ADMIN: 'role.ADMIN' },
  source: { CONSOLE: 'audit.source.CONSOLE', API: 'audit.source.API' },
  refused: {
    SOLD_OUT: 'audit.refused.SOLD_OUT',
    ALREADY_PAID: 'audit.refused.ALREADY_PAID',
    IMPLAUSIBLE_PAID_AT: 'audit.refused.IMPLAUSIBLE_PAID_AT',
  },
  target: { orders: 'pages.orders', deliveries: 'audit.deliveries' },
} as const;

type Texts = typeof wordKeys;
export type WordKey = { [Fact in keyof Texts]: Texts[Fact][keyof Texts[Fact]] }[keyof Texts];

/** Returns the text that says a code; null: it is no code that is known here, but a text. */
export function wordKey(fact: string, code: string): WordKey | null {
  if (!Object.hasOwn(wordKeys, fact)) return null;
  const keys: Readonly<Record<string, WordKey>> = wordKeys[fact as keyof Texts];
  return Object.hasOwn(keys, code) ? keys[code]! : null;
}
