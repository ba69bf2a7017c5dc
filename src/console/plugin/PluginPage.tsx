import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useSession } from '../app/SessionGate.tsx';
import { useLive } from '../app/useLive.ts';
import { PluginDocument } from '../generated/operations.ts';
import { ordersPath, pluginsPath } from '../parts/listPaths.ts';
import { PageTitle } from '../parts/PageTitle.tsx';
import { SandboxNote } from '../parts/SandboxNote.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { CallbackUrlPart } from './CallbackUrlPart.tsx';
import { GoodsPart } from './GoodsPart.tsx';
import { NotToldNote } from './NotToldNote.tsx';
import { HealthPart } from './HealthPart.tsx';
import { PausePart } from './PausePart.tsx';
import { SecretsPart } from './SecretsPart.tsx';
import './plugin.css';

const refreshEveryMs = 10_000;

/** One plugin: how its receiver does, where callbacks go, its secrets, and its goods of the console. */
export function PluginPage() {
  const { t } = useTranslation();
  const { pluginId = '' } = useParams();
  const { me } = useSession();
  const { data, error, readAgain } = useLive(PluginDocument, () => ({ id: pluginId }), refreshEveryMs);
  const plugin = data?.plugin;
  const isUnknown = data !== undefined && !plugin && !error;
  const isAdmin = me.role === 'ADMIN';

  return (
    <>
      <p className="way">
        <Link to={pluginsPath(plugin?.sandbox === true)}>{t('pages.plugins')}</Link>
      </p>
      <PageTitle
        title={plugin?.name ?? pluginId}
        beside={
          !isUnknown && (
            <div className="tools">
              <span className="note fixed">{pluginId}</span>
              <Link className="button" to={ordersPath({ plugin: pluginId }, plugin?.sandbox === true)}>
                {t('pages.orders')}
              </Link>
            </div>
          )
        }
      />
      <ReadState isRead={!!data} error={error} />
      {isUnknown && <p className="empty">{t('plugin.unknown')}</p>}
      {plugin?.sandbox && <SandboxNote text={t('sandbox.why')} />}
      {plugin && <NotToldNote plugin={plugin} />}
      {plugin && (
        <div className="plugin">
          <HealthPart plugin={plugin} />
          <CallbackUrlPart pluginId={pluginId} callbackUrl={plugin.callbackUrl} role={me.role} />
          <PausePart plugin={plugin} isAllowed={isAdmin} />
          <SecretsPart plugin={plugin} isAllowed={isAdmin} onDone={readAgain} />
          <GoodsPart plugin={plugin} isAllowed={isAdmin} onDone={readAgain} />
        </div>
      )}
    </>
  );
}
