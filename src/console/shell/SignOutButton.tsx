import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionState } from '../app/connection.ts';
import { tellOtherTabs } from '../app/otherTabs.ts';
import { signOut } from './signOut.ts';

/** Signs out. Says so when that failed: then the next person at this browser would still be signed in. */
export function SignOutButton() {
  const { t } = useTranslation();
  const { signedOut } = useConnectionState();
  const [isFailed, setIsFailed] = useState(false);

  const leave = async () => {
    setIsFailed(false);
    const outcome = await signOut();
    if (outcome === 'failed') {
      setIsFailed(true);
    } else {
      tellOtherTabs();
      signedOut(outcome === 'halfEnded');
    }
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => void leave()}>
        {t('signOut')}
      </button>
      {isFailed && (
        <p role="alert" className="problem">
          {t('signOutFailed')}
        </p>
      )}
    </>
  );
}
