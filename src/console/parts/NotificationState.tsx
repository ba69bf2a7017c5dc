import { useTranslation } from 'react-i18next';

/** Each has a colour, a shape and a word, since not everybody sees colours. */
const looks = {
  DELIVERED: { tone: 'good', shape: 'M3 8.5 6.5 12 13 4.5' },
  EXHAUSTED: { tone: 'bad', shape: 'M4 4l8 8M12 4l-8 8' },
  NO_CALLBACK_URL: { tone: 'bad', shape: 'M8 3v6M8 12v1' },
  WAITING: { tone: 'wait', shape: 'M8 3v5l3.5 2M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12' },
  IN_FLIGHT: { tone: 'wait', shape: 'M2 8h11M9 4l4 4-4 4' },
  PAUSED: { tone: 'wait', shape: 'M5.5 3v10M10.5 3v10' },
  CANCELLED: { tone: 'calm', shape: 'M3 13 13 3M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12' },
  UNPAID: { tone: 'calm', shape: 'M4 8h8' },
};

/** Says in a word how far the notification of a developer has come. */
export function NotificationState({ code }: { code: string }) {
  const { t } = useTranslation();
  const known = (Object.hasOwn(looks, code) ? code : 'WAITING') as keyof typeof looks;
  const { tone, shape } = looks[known];
  return (
    <span className={`state ${tone}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shape} />
      </svg>
      {t(`notification.${known}`)}
    </span>
  );
}
