import type { i18n, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { isLate, isUnreached } from '../app/failures.ts';
import { ForeignText } from './ForeignText.tsx';
import { refusedValues } from './refusedValues.ts';
import { sayPhrases, type Phrase } from './sayPhrases.ts';
import { useSaidAtFields } from './ValueForm.tsx';

interface ProblemParts {
  error: CombinedError;
  /** True: it is about a change. Without an answer of the service, nobody knows whether that was made. */
  isChange?: boolean;
}

/**
 * Says what went wrong, in the words of the service where it has some for staff, and in the language of the page where that
 * has them. In a form, it leaves to the fields what they say.
 */
export function Problem({ error, isChange = false }: ProblemParts) {
  const { t, i18n } = useTranslation();
  const atFields = useSaidAtFields().map(({ text }) => text);
  const text = isChange && error.networkError ? t('failed.change') : textOf(error, atFields, t, i18n);
  if (text === '' && atFields.length > 0) return null;
  return (
    <p role="alert" className="problem">
      <ForeignText text={text || t('failed.read')} />
    </p>
  );
}

function textOf(error: CombinedError, atFields: string[], t: TFunction, language: i18n): string {
  if (isLate(error)) return t('late');
  return isUnreached(error)
    ? t('failed.unreached')
    : error.graphQLErrors
        .flatMap((each) => sentencesOf(each, language))
        .filter((sentence) => !atFields.includes(sentence))
        .join(' ');
}

function sentencesOf(refusal: CombinedError['graphQLErrors'][number], language: i18n): string[] {
  const ofValues = refusedValues(refusal, language).map(({ text }) => text);
  if (ofValues.length > 0) return ofValues;
  const { message, extensions } = refusal;
  // Without phrases, the code says enough.
  const phrases = extensions['phrases'] ?? [{ code: extensions['code'], values: {} }];
  return [sayPhrases(phrases as Phrase[], language) ?? message];
}
