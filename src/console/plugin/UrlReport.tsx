import { useTranslation } from 'react-i18next';
import type { CheckCallbackUrlMutation } from '../generated/operations.ts';
import { Explanation } from '../parts/Explanation.tsx';
import { milliseconds } from '../parts/duration.ts';
import { ForeignText } from '../parts/ForeignText.tsx';

/** The result of a test callback to an address. */
export function UrlReport({ report }: { report: CheckCallbackUrlMutation['checkCallbackUrl'] }) {
  const { t } = useTranslation();
  const { ok, problems, phrases, resolvedAddresses, durationMs, httpStatus, responseBody } = report;
  return (
    <div className={ok ? 'report good' : 'report bad'}>
      <p>
        <strong>{t(ok ? 'plugin.checkGood' : 'plugin.checkBad')}</strong>{' '}
        {httpStatus !== null && <span className="fixed">{httpStatus}</span>}{' '}
        {durationMs !== null && <span>{milliseconds(durationMs)}</span>}
      </p>
      {problems.length > 0 && (
        <p>
          <Explanation message={problems.join(' ')} phrases={phrases} />
        </p>
      )}
      {resolvedAddresses.length > 0 && <p className="fixed">{resolvedAddresses.join(', ')}</p>}
      {!ok && responseBody && (
        <pre tabIndex={0}>
          <ForeignText text={responseBody} />
        </pre>
      )}
    </div>
  );
}
