import { useTranslation } from 'react-i18next';
import { useLive } from '../app/useLive.ts';
import { AuditLogDocument } from '../generated/operations.ts';
import type { enActions } from '../language/enActions.ts';
import { Instant } from '../parts/Instant.tsx';
import { OlderButton } from '../parts/OlderButton.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { EntryDetail } from './EntryDetail.tsx';
import './audit.css';

type Action = keyof typeof enActions;

const refreshEveryMs = 15_000;

/** The changes of staff, their reasons, and who signed in. For administrators; the service refuses everybody else. */
export function AuditLog() {
  const { t, i18n } = useTranslation();
  const { page, goOn } = useLongList();
  const { data, error } = useLive(AuditLogDocument, () => page, refreshEveryMs);
  // A later version of the service may write down more.
  const nameOf = (action: string) =>
    i18n.exists(`audit.actions.${action}`) ? t(`audit.actions.${action as Action}`) : action;
  const entries = data?.auditLog.edges.map(({ node }) => node);

  return (
    <>
      <PageTitle title={t('pages.audit')} />
      <ReadState isRead={!!data} error={error} />
      {entries?.length === 0 && <p className="empty">{t('audit.none')}</p>}
      {entries && entries.length > 0 && (
        <div className="scroll" role="region" aria-label={t('pages.audit')} tabIndex={0}>
          <table aria-label={t('pages.audit')}>
            <thead>
              <tr>
                <th scope="col">{t('audit.at')}</th>
                <th scope="col">{t('audit.actor')}</th>
                <th scope="col">{t('audit.action')}</th>
                <th scope="col">{t('audit.target')}</th>
                <th scope="col">{t('dialog.reason')}</th>
                <th scope="col">{t('audit.detail')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ id, at, actor, action, target, reason, detail }) => (
                <tr key={id}>
                  <td>
                    <Instant at={at} />
                  </td>
                  <td className="long">{actor}</td>
                  <td title={action}>{nameOf(action)}</td>
                  <td className="long fixed" title={target}>
                    {target}
                  </td>
                  <td className="wrapped reason">{reason ?? '–'}</td>
                  <td className="wrapped fixed">
                    <EntryDetail json={detail} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && <OlderButton info={data.auditLog.pageInfo} goOn={goOn} />}
    </>
  );
}
