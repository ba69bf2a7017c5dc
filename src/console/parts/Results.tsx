import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AfterPause } from './AfterPause.tsx';

/** The results of a search. While the next one is under way, they stay in place and are marked as no answer to that. */
export function Results({ isOutdated, children }: { isOutdated: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="results">
      {/* It is there before its text is, or else screen readers would not say that. */}
      <p role="status" className="searching">
        {isOutdated && (
          <AfterPause>
            <span>{t('searching')}</span>
          </AfterPause>
        )}
      </p>
      <div aria-busy={isOutdated}>{children}</div>
    </div>
  );
}
