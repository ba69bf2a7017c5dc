import { useTranslation } from 'react-i18next';
import type { enDetails } from '../language/enDetails.ts';
import { duration } from '../parts/duration.ts';
import { ForeignText } from '../parts/ForeignText.tsx';
import { Instant } from '../parts/Instant.tsx';
import { yuan } from '../parts/yuan.ts';
import { Coded } from './Coded.tsx';
import { readDetail, type Detail } from './readDetail.ts';

/** The detail of an entry: what the service wrote as JSON, a name and a value at a time. What is empty is left out. */
export function EntryDetail({ json }: { json: string }) {
  const { t, i18n } = useTranslation();
  const details = readDetail(json);
  if (details === null) return <ForeignText text={json} />;
  if (details.length === 0) return '–';
  // A later version of the service may write down more.
  const labelOf = (name: string) =>
    i18n.exists(`audit.details.${name}`) ? t(`audit.details.${name as keyof typeof enDetails}`) : name;
  return (
    <ul className="detail">
      {details.map(({ name, values }) => (
        <li key={name}>
          <span className="note" title={name}>
            {labelOf(name)}
          </span>{' '}
          {values.map((value, at) => (
            // Of a change, what was and what is. They never change places.
            <span key={at}>
              {at > 0 && ' → '}
              <Value name={name} value={value} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Value({ name, value }: { name: string; value: Detail['values'][number] }) {
  const { t } = useTranslation();
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'number') {
    if (name.endsWith('Fen')) return yuan(value);
    if (name === 'payLimit' && value === 0) return t('audit.anyNumber');
    return name.endsWith('Seconds') ? duration(value, t) : value;
  }
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? <Instant at={value} /> : <Coded fact={name} code={value} />;
}
