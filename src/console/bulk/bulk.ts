import type { CombinedError } from 'urql';
import type { ResendPreviewQuery } from '../generated/operations.ts';

export type Preview = ResendPreviewQuery['resendPreview'];

/** How far a resend has come. */
export interface Bulk {
  reason: string;
  requested: number;
  state: 'running' | 'waiting' | 'complete' | 'stopped' | 'failed';
  /** How long the service has asked to wait; 0: it has not. */
  waitSeconds: number;
  error: CombinedError | undefined;
}
