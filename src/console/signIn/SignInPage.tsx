import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchWithin, longestAnswerMs } from '../app/fetchWithin.ts';
import { tellOtherTabs } from '../app/otherTabs.ts';
import { LanguageSwitch } from '../shell/LanguageSwitch.tsx';
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx';
import { Brand } from '../parts/Brand.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { formText } from '../parts/formText.ts';
import './signIn.css';

const send = fetchWithin(longestAnswerMs.query, fetch);

type Refused = 'wrong' | 'tooMany' | 'lost' | 'failed';

interface SignInPageParts {
  /** A message about the sign-out before; null: there is none. */
  notice: 'halfEnded' | null;
  onSignedIn(): void;
}

/** Asks for an API key. The browser then has a session; the key is kept nowhere. */
export function SignInPage({ notice, onSignedIn }: SignInPageParts) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<Refused | 'halfEnded' | null>(notice);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = formText(event.currentTarget, 'key');
    setIsBusy(true);
    const outcome = await signIn(key);
    setIsBusy(false);
    if (outcome === null) {
      tellOtherTabs();
      onSignedIn();
    } else {
      setRefused(outcome);
    }
  };

  return (
    <div className="sign-in">
      <main>
        <Brand />
        <PageTitle title={t('signIn.title')} />
        <p>{t('signIn.why')}</p>
        <form onSubmit={(event) => void submit(event)}>
          <label htmlFor="key">{t('signIn.key')}</label>
          {/* The only thing that anybody comes here for. */}
          <input
            id="key"
            name="key"
            type="password"
            autoComplete="current-password"
            spellCheck={false}
            required
            autoFocus
          />
          <button type="submit" className="primary" disabled={isBusy}>
            {t('signIn.button')}
          </button>
          <p role="alert" className="refused">
            {refused && t(`signIn.${refused}`)}
          </p>
        </form>
      </main>
      <footer>
        <ThemeSwitch />
        <LanguageSwitch />
      </footer>
    </div>
  );
}

/** Returns null when it worked. */
async function signIn(key: string): Promise<Refused | null> {
  const response = await send('/console/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  }).catch(() => null);
  if (!response) return 'lost';
  if (response.ok) return null;
  if (response.status === 401 || response.status === 400) return 'wrong';
  return response.status === 429 ? 'tooMany' : 'failed';
}
