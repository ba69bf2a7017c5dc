import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import type { Role } from '../generated/operations.ts';
import { pagesOf } from './pages.ts';

/** The pages that the role may see, each with its name. */
export function Navigation({ role }: { role: Role }) {
  const { t } = useTranslation();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the pages stand in one row, which is wider than the screen.
  useEffect(() => {
    const present = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && present) {
      nav.current.scrollLeft = present.offsetLeft - (nav.current.clientWidth - present.offsetWidth) / 2;
    }
  }, [pathname]);
  return (
    <nav ref={nav} aria-label={t('navigation')}>
      <ul>
        {pagesOf(role).map(({ path, name }) => (
          <li key={path}>
            <NavLink to={path} end={path === '/'}>
              {t(`pages.${name}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
