import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PluginQuery } from '../generated/operations.ts';
import { notToldPath } from '../plugins/notToldPath.ts';

/** Warns that nobody is told of the payments of a live plugin without a callback URL. Callbacks of a sandbox plugin wait for a listener. */
export function NotToldNote({ plugin }: { plugin: NonNullable<PluginQuery['plugin']> }) {
  const { t } = useTranslation();
  const { callbackUrl, sandbox, notTold } = plugin;
  if (callbackUrl !== null || sandbox || notTold.totalCount === 0) return null;
  return (
    <p className="problem">
      {t('plugin.notTold', { count: notTold.totalCount })}
      {t('plugin.gap')}
      <Link to={notToldPath(plugin)}>{t('plugin.showNotTold')}</Link>
    </p>
  );
}
