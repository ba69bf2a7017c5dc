import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLive } from '../app/useLive.ts';
import { AuditLogDocument, type AuditLogQuery } from '../generated/operations.ts';
import type { enActions } from '../language/enActions.ts';
import { ForeignText } from '../parts/ForeignText.tsx';
import { Instant } from '../parts/Instant.tsx';
import { OlderButton } from '../parts/OlderButton.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { ReadState } from '../parts/ReadState.tsx';
import { Table, type Column } from '../parts/Table.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { Coded } from './Coded.tsx';
import { EntryDetail } from './EntryDetail.tsx';
import { targetPath } from './targetPath.ts';
import './audit.css';

type Action = keyof typeof enActions;
type Entry = AuditLogQuery['auditLog']['edges'][number]['node'];

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
  const columns: Column<Entry>[] = [
    { name: t('audit.at'), cell: ({ at }) => <Instant at={at} /> },
    { name: t('audit.actor'), look: 'long', whole: ({ actor }) => actor, cell: ({ actor }) => actor },
    { name: t('audit.action'), whole: ({ action }) => action, cell: ({ action }) => nameOf(action) },
    {
      name: t('audit.target'),
      look: 'long fixed',
      whole: ({ target }) => target,
      cell: (entry) => <Target {...entry} />,
    },
    { name: t('dialog.reason'), look: 'wrapped reason', cell: ({ reason }) => <Reason text={reason} /> },
    { name: t('audit.detail'), look: 'wrapped fixed', cell: ({ detail }) => <EntryDetail json={detail} /> },
  ];

  return (
    <>
      <PageTitle title={t('pages.audit')} />
      <ReadState isRead={!!data} error={error} />
      {entries?.length === 0 && <p className="empty">{t('audit.none')}</p>}
      {entries && entries.length > 0 && (
        <div className="audit">
          <Table label={t('pages.audit')} columns={columns} rows={entries} keyOf={({ id }) => id} />
        </div>
      )}
      {data && <OlderButton info={data.auditLog.pageInfo} goOn={goOn} />}
    </>
  );
}

function Reason({ text }: { text: string | null }) {
  if (text === null) return '–';
  return (
    <div>
      <ForeignText text={text} />
    </div>
  );
}

function Target({ action, target }: Pick<Entry, 'action' | 'target'>) {
  const path = targetPath(action, target);
  return path === null ? <Coded fact="target" code={target} /> : <Link to={path}>{target}</Link>;
}
