import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { Role } from '../generated/operations.ts';
import { pagesOf } from './pages.ts';

/** The pages that the role may see, each with its name. */
export function Navigation({ role }: { role: Role }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('navigation')}>
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
