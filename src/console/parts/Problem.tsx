import type { i18n, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { isLate, isUnreached } from '../app/failures.ts';
import { sayPhrases, type Phrase } from './sayPhrases.ts';

interface ProblemParts {
  error: CombinedError;
  /** True: it is about a change. Without an answer of the service, nobody knows whether that was made. */
  isChange?: boolean;
}

/** Says what went wrong, in the words of the service where it has some for staff, and in the language of the page where that has them. */
export function Problem({ error, isChange = false }: ProblemParts) {
  const { t, i18n } = useTranslation();
  const text = isChange && error.networkError ? t('failed.change') : textOf(error, t, i18n);
  return (
    <p role="alert" className="problem">
      {text || t('failed.read')}
    </p>
  );
}

function textOf(error: CombinedError, t: TFunction, language: i18n): string {
  if (isLate(error)) return t('late');
  return isUnreached(error)
    ? t('failed.unreached')
    : error.graphQLErrors.map((each) => wordsOf(each, language)).join(' ');
}

function wordsOf({ message, extensions }: CombinedError['graphQLErrors'][number], language: i18n): string {
  // Without phrases, the code says enough.
  const phrases = extensions['phrases'] ?? [{ code: extensions['code'], values: {} }];
  return sayPhrases(phrases as Phrase[], language) ?? message;
}
