import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { isLate, isUnreached } from '../app/failures.ts';

/** Says what went wrong, in the words of the service where it has some for staff. */
export function Problem({ error }: { error: CombinedError }) {
  const { t } = useTranslation();
  const text = textOf(error, t);
  return (
    <p role="alert" className="problem">
      {text || t('failed.read')}
    </p>
  );
}

function textOf(error: CombinedError, t: TFunction): string {
  if (isLate(error)) return t('late');
  return isUnreached(error) ? t('lost') : error.graphQLErrors.map(wordsOf).join(' ');
}

/** Refused values have their own messages; the general one only says that there are some. */
function wordsOf({ message, extensions }: CombinedError['graphQLErrors'][number]): string {
  const fields = extensions['fields'] as Record<string, string[]> | undefined;
  return fields ? Object.values(fields).flat().join(' ') : message;
}
