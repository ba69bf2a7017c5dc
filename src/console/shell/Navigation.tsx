import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';

/** The pages that the role may see, each with its name. */
export function Navigation() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('navigation')}>
      <ul>
        {pages.map(({ path, name }) => (
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

const pages = [
  { path: '/', name: 'overview' },
  { path: '/orders', name: 'orders' },
] as const;
