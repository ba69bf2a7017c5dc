import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { milliseconds } from '../parts/duration.ts';
import { Explanation } from '../parts/Explanation.tsx';
import { ForeignText } from '../parts/ForeignText.tsx';
import { Instant } from '../parts/Instant.tsx';
import { Outcome } from './Outcome.tsx';
import type { Attempt } from './attempt.ts';
import { Waterfall } from './Waterfall.tsx';

/** One attempt: how it ended in a line, and all that is known of it below. */
export function AttemptItem({ attempt, isLatest }: { attempt: Attempt; isLatest: boolean }) {
  const { t } = useTranslation();
  // Once opened or closed by the reader, it stays so.
  const [isOpen, setIsOpen] = useState(isLatest);
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <span className="attempt-number">{attempt.number}</span>
          <Outcome outcome={attempt.outcome} />
          {attempt.httpStatus !== null && <span className="fixed">{attempt.httpStatus}</span>}
          {attempt.durationMs !== null && <span className="note">{milliseconds(attempt.durationMs)}</span>}
          {attempt.trigger === 'MANUAL' && <span className="note">{t('order.manual')}</span>}
          <span className="note attempt-time">
            <Instant at={attempt.startedAt} />
          </span>
        </summary>
        {(attempt.outcome !== 'ACKNOWLEDGED' || attempt.phrases.length > 1) && (
          <p className="hint">
            <Explanation message={attempt.message} phrases={attempt.phrases} />
          </p>
        )}
        {attempt.error && (
          <details className="raw-error">
            <summary>{t('order.rawError')}</summary>
            <p className="fixed" lang="en">
              <ForeignText text={attempt.error} />
            </p>
          </details>
        )}
        <Waterfall attempt={attempt} />
        <Text
          name={t('order.response')}
          text={attempt.responseBody}
          note={attempt.responseTruncated ? t('order.truncated') : ''}
        />
        <Text name={t('order.request')} text={readable(attempt.requestBody)} note={`POST ${attempt.url}`} />
        <p className="note">
          {attempt.remoteAddress ? t('order.sentTo', { address: attempt.remoteAddress }) : t('order.notConnected')}
          {' · '}
          {t('order.sentBy', { worker: attempt.worker })}
        </p>
      </details>
    </li>
  );
}

function Text({ name, text, note }: { name: string; text: string | null; note: string }) {
  const { t } = useTranslation();
  return (
    <figure className="text">
      <figcaption>
        {name}{' '}
        {note && (
          <span className="note">
            <ForeignText text={note} />
          </span>
        )}
      </figcaption>
      {text ? (
        <pre tabIndex={0}>
          <ForeignText text={text} />
        </pre>
      ) : (
        <p className="note">{t(text === null ? 'order.noResponse' : 'order.emptyText')}</p>
      )}
    </figure>
  );
}

/** Indents JSON for readers. The bytes that were sent have no spaces. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
