import type { RefusalCode } from '../rules/failures/refusal.ts';

/** Refusals that developers never meet. */
const ofStaff: ReadonlySet<string> = new Set<RefusalCode>(['NOT_FOUND', 'CONFLICT']);

/**
 * Returns the header Link that leads to the explanation of an error on the developers' pages (RFC 8288). Undefined:
 * there is none. A fault of ours has no code. The body has no place for it, because the specification defines all
 * fields of the body.
 */
export function helpLink(refusal: RefusalCode | null): string | undefined {
  const code = refusal ?? 'UNAVAILABLE';
  return ofStaff.has(code) ? undefined : `</docs/errors#${code}>; rel="help"`;
}
