import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { isUnknownPlace, isUnreached } from '../app/failures.ts';
import { AfterPause } from './AfterPause.tsx';
import { Problem } from './Problem.tsx';
import { UnknownPlace } from './UnknownPlace.tsx';

/** Says that something is being read, or that it could not be. A lost connection is said once, above the page. */
export function ReadState({ isRead, error }: { isRead: boolean; error: CombinedError | undefined }) {
  const { t } = useTranslation();
  if (error && isUnknownPlace(error)) return <UnknownPlace />;
  if (error && !isUnreached(error)) return <Problem error={error} />;
  if (isRead || error) return null;
  return (
    <AfterPause>
      <p className="note">{t('loading')}</p>
    </AfterPause>
  );
}
