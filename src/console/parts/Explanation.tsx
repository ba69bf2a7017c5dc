import { useTranslation } from 'react-i18next';
import { sayPhrases, type Phrase } from './sayPhrases.ts';
import { Sentence } from './Sentence.tsx';

/** An explanation of the service, in the language of the page where that has the words, or else in the service's English. */
export function Explanation({ message, phrases }: { message: string; phrases: readonly Phrase[] }) {
  const { i18n } = useTranslation();
  const said = sayPhrases(phrases, i18n);
  return (
    <span lang={said === null ? 'en' : i18n.language}>
      <Sentence text={said ?? message} />
    </span>
  );
}
