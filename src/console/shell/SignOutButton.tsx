import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionState } from '../app/connection.ts';
import { tellOtherTabs } from '../app/otherTabs.ts';
import { AfterPause } from '../parts/AfterPause.tsx';
import { signOut } from './signOut.ts';

/** Signs out. Says so unless it surely worked: otherwise the next person at this browser could be signed in as this one. */
export function SignOutButton() {
  const { t } = useTranslation();
  const { signedOut } = useConnectionState();
  const [failed, setFailed] = useState<'refused' | 'unsure' | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);

  const leave = async () => {
    setFailed(null);
    setIsLeaving(true);
    const outcome = await signOut();
    setIsLeaving(false);
    if (outcome === 'refused' || outcome === 'unsure') {
      setFailed(outcome);
    } else {
      tellOtherTabs();
      signedOut(outcome === 'halfEnded');
    }
  };
  return (
    <>
      <button type="button" className="quiet" disabled={isLeaving} onClick={() => void leave()}>
        {isLeaving ? <AfterPause before={t('signOut')}>{t('signingOut')}</AfterPause> : t('signOut')}
      </button>
      {failed && (
        <div role="alert" className="problem">
          <p>{t(`signOutFailed.${failed}`)}</p>
          <button type="button" onClick={() => void leave()}>
            {t('tryAgain')}
          </button>
        </div>
      )}
    </>
  );
}
