import { TextField } from './TextField.tsx';

/** The most that the service takes. */
const longestReason = 500;

/** The reason of a change, which the audit log keeps. It is the field `reason` of its form, and may stay empty. */
export function ReasonField({ autoFocus = false }: { autoFocus?: boolean }) {
  return <TextField name="reason" maxLength={longestReason} autoFocus={autoFocus} />;
}
