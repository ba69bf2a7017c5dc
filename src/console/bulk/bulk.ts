import type { CombinedError } from 'urql';
import type { ResendPreviewQuery } from '../generated/operations.ts';

export type Preview = ResendPreviewQuery['resendPreview'];

/** How far a resend has come. */
export interface Bulk {
  reason: string;
  requested: number;
  state: 'running' | 'complete' | 'stopped' | 'failed';
  error: CombinedError | undefined;
}
