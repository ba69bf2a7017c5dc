import { useTranslation } from 'react-i18next';

/** The text that must be signed and, if it is known, the one that was; with the part that differs marked in both. */
export function Difference({ expected, actual }: { expected: string; actual: string }) {
  const { t } = useTranslation();
  if (actual === '' || actual === expected) {
    return (
      <pre className="difference" tabIndex={0}>
        {expected}
      </pre>
    );
  }
  const start = commonStart(expected, actual);
  const end = commonEnd(expected.slice(start), actual.slice(start));
  return (
    <dl className="difference-pair">
      {[
        { name: t('doctor.expected'), text: expected },
        { name: t('doctor.actual'), text: actual },
      ].map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <pre className="difference" tabIndex={0}>
              {text.slice(0, start)}
              <mark>{text.slice(start, text.length - end)}</mark>
              {text.slice(text.length - end)}
            </pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}
