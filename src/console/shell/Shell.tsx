import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useSession } from '../app/SessionGate.tsx';
import { useIsNarrow } from '../app/useIsNarrow.ts';
import { Brand } from '../parts/Brand.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { LostConnection } from './LostConnection.tsx';
import { Navigation } from './Navigation.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import './shell.css';
import { ForeignText } from '../parts/ForeignText.tsx';

/**
 * The frame of every page: where one can go, who is signed in, and how it looks. Without a content, it shows the page of the route.
 * How it looks is chosen seldom: where the navigation takes room from the page, that choice is at the foot.
 */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { me } = useSession();
  const isNarrow = useIsNarrow();
  const looks = (
    <>
      <ThemeSwitch />
      <LanguageSwitch />
    </>
  );
  useFocusOnNewPage();

  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <header className="side">
        <Brand />
        <Navigation role={me.role} />
        <div className="account">
          {!isNarrow && looks}
          <p className="who">
            <span className="who-name">
              <ForeignText text={me.name} />
            </span>
            <span className="role">{t(`role.${me.role}`)}</span>
          </p>
          <SignOutButton />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <LostConnection />
        {children ?? <Outlet />}
      </main>
      {isNarrow && <footer className="looks">{looks}</footer>}
      <Shortcuts role={me.role} />
      <ScrollRestoration />
    </div>
  );
}

/** A new page begins at its heading, for readers who hear it. Filters change only the search of the address. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // Readers begin the first page at its top by themselves.
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('content')?.focus();
  }, [pathname]);
}
