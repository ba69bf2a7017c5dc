import { useTranslation } from 'react-i18next';
import { wordKey } from './wordKeys.ts';
import { ForeignText } from '../parts/ForeignText.tsx';

/** Says a code of the audit log in words. The tooltip has the code. What is no known code is shown as it is. */
export function Coded({ fact, code }: { fact: string; code: string }) {
  const { t } = useTranslation();
  const key = wordKey(fact, code);
  return key === null ? <ForeignText text={code} /> : <span title={code}>{t(key)}</span>;
}
