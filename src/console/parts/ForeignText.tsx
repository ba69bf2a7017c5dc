import { useTranslation } from 'react-i18next';
import { splitAtUnseen } from './unseenCharacters.ts';

/**
 * Shows a text that somebody else wrote: a name, a title, an answer of a receiver. Its direction turns nothing around it, and
 * characters that nobody sees are marked. A copy of the text has no marks.
 */
export function ForeignText({ text }: { text: string }) {
  return (
    <bdi>
      {/* The parts never change places. */}
      {splitAtUnseen(text).map((part, at) => (at % 2 === 1 ? <Unseen key={at} codePoint={part} /> : part))}
    </bdi>
  );
}

function Unseen({ codePoint }: { codePoint: string }) {
  const { t } = useTranslation();
  return (
    <span className="unseen-character" title={t('unseenCharacter')}>
      {codePoint}
    </span>
  );
}
