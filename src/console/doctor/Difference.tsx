import { useTranslation } from 'react-i18next';
import { markDifferences, type Piece } from './markDifferences.ts';
import { ForeignText } from '../parts/ForeignText.tsx';

/** The text that must be signed and, if it is known, the one that was; with the parts that differ marked in both. */
export function Difference({ expected, actual }: { expected: string; actual: string }) {
  const { t } = useTranslation();
  if (actual === '' || actual === expected) return <Pieces pieces={[{ text: expected, differs: false }]} />;
  const [inExpected, inActual] = markDifferences(expected, actual);
  return (
    <dl className="difference-pair">
      <dt>{t('doctor.expected')}</dt>
      <dd>
        <Pieces pieces={inExpected} />
      </dd>
      <dt>{t('doctor.actual')}</dt>
      <dd>
        <Pieces pieces={inActual} />
      </dd>
    </dl>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <pre className="difference" tabIndex={0}>
      {/* The pieces never change places. */}
      {pieces.map(({ text, differs }, at) =>
        differs ? (
          <mark key={at}>
            <ForeignText text={text} />
          </mark>
        ) : (
          <ForeignText key={at} text={text} />
        ),
      )}
    </pre>
  );
}
