import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useConnectionState } from '../app/connection.ts';
import { useTries } from '../app/useTries.ts';
import { SessionDocument } from '../generated/operations.ts';

/** Says that the service cannot be reached, and tries until it can. Pages then read again. */
export function LostConnection() {
  const { t } = useTranslation();
  const isLost = useConnectionState().reachedSinceMs === null;
  const client = useClient();
  const tryAgain = useCallback(() => {
    void client.query(SessionDocument, {}, { requestPolicy: 'network-only' }).toPromise();
  }, [client]);
  useTries(isLost, tryAgain);

  return <div role="status">{isLost && <p className="banner">{t('lost')}</p>}</div>;
}
