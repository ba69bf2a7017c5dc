import type { Language } from '../failures/valueProblems.ts';
import type { AttemptOutcome } from './judgeResponse.ts';

/**
 * Says why a listener's report of an attempt that has this outcome is not counted, and what to do. `wasLate`: an earlier
 * report has counted after the lease had run out.
 */
export function describeUncountedReport(outcome: AttemptOutcome, wasLate: boolean, language: Language): string {
  if (outcome === 'STARTED') return texts.otherLease[language];
  return outcome === 'ABANDONED' && !wasLate ? texts.tooLate[language] : texts.again[language];
}

const texts = {
  otherLease: {
    en:
      'nothing was counted: this lease is not the one of the attempt; report with the lease that POST /sandbox/callbacks ' +
      'gave together with this attempt',
    zh: '本次报告无效：lease 不是该次通知的租约；请使用 POST /sandbox/callbacks 随该次通知返回的 lease 来报告',
  },
  tooLate: {
    en:
      'nothing was counted: the report came after the lease had run out, so the attempt counts as failed; fetch the next ' +
      'notification with POST /sandbox/callbacks, and report it within lease_seconds',
    zh: '本次报告无效：报告时租约已到期，该次通知按失败计；请通过 POST /sandbox/callbacks 获取下一次通知，并在 lease_seconds 秒内报告',
  },
  again: {
    en: 'nothing was counted: the attempt had been reported before, with the outcome that is shown here',
    zh: '本次报告无效：该次通知此前已经报告，结果如 outcome 所示',
  },
} satisfies Record<string, Record<Language, string>>;
