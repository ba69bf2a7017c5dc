import type { CombinedError } from 'urql';
import type { ResendPreviewQuery } from '../generated/operations.ts';

export type Preview = ResendPreviewQuery['resendPreview'];

/** The progress of a resend. */
export interface Bulk {
  reason: string;
  requested: number;
  /** `unsure`: stopped, while the service had not said whether it requested the last batch. `refused`: by an answer of the service. */
  state: 'running' | 'waiting' | 'stopping' | 'complete' | 'stopped' | 'unsure' | 'refused' | 'failed';
  /** When it goes on after a wait that the service requested; null: it does not wait. */
  goesOnAt: Date | null;
  error: CombinedError | undefined;
}
