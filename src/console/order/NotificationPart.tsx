import { useTranslation } from 'react-i18next';
import { useNow } from '../app/useNow.ts';
import { duration } from '../parts/duration.ts';
import { Explanation } from '../parts/Explanation.tsx';
import type { Phrase } from '../parts/sayPhrases.ts';

interface Notification {
  code: string;
  message: string;
  phrases: readonly Phrase[];
  nextAttemptAt: string | null;
}

/** Says in a sentence whether the developer was notified, and why not, and counts down to the next attempt. */
export function NotificationPart({ notification }: { notification: Notification }) {
  const { t } = useTranslation();
  const { message, phrases, nextAttemptAt } = notification;
  // Then the developer, not the service, makes the next attempt.
  const waitsForListener = phrases.some(({ code }) => code === 'WAITS_FOR_LISTENER');
  return (
    <section className="notification" aria-labelledby="notification">
      <h2 id="notification">{t('order.notification')}</h2>
      <p className="sentence">
        <Explanation message={message} phrases={phrases} />
      </p>
      {nextAttemptAt && !waitsForListener && <Countdown to={nextAttemptAt} />}
    </section>
  );
}

function Countdown({ to }: { to: string }) {
  const { t } = useTranslation();
  const now = useNow(1000);
  const seconds = (Date.parse(to) - now.getTime()) / 1000;
  return (
    <p className="countdown" role="timer">
      {seconds > 0 ? t('order.nextIn', { time: duration(seconds, t) }) : t('order.dueNow')}
    </p>
  );
}
