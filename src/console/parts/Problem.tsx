import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';

/** Says what went wrong, in the words of the service where it has some for staff. */
export function Problem({ error }: { error: CombinedError }) {
  const { t } = useTranslation();
  const text = error.networkError && !error.response ? t('lost') : error.graphQLErrors.map(wordsOf).join(' ');
  return (
    <p role="alert" className="problem">
      {text || t('failed.read')}
    </p>
  );
}

/** Refused values have their own messages; the general one only says that there are some. */
function wordsOf({ message, extensions }: CombinedError['graphQLErrors'][number]): string {
  const fields = extensions['fields'] as Record<string, string[]> | undefined;
  return fields ? Object.values(fields).flat().join(' ') : message;
}
