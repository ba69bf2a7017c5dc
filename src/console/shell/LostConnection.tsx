import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useConnectionState } from '../app/connection.ts';
import { useVisibleSince } from '../app/visibility.ts';
import { SessionDocument } from '../generated/operations.ts';

const triesEveryMs = 3000;

/** Says that the service cannot be reached, and tries until it can. Pages then read again. */
export function LostConnection() {
  const { t } = useTranslation();
  const isLost = useConnectionState().reachedSinceMs === null;
  const isVisible = useVisibleSince() !== null;
  const client = useClient();

  useEffect(() => {
    if (!isLost || !isVisible) return;
    const tryAgain = () => void client.query(SessionDocument, {}, { requestPolicy: 'network-only' }).toPromise();
    const timer = setInterval(tryAgain, triesEveryMs);
    window.addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, [isLost, isVisible, client]);

  return <div role="status">{isLost && <p className="banner">{t('lost')}</p>}</div>;
}
