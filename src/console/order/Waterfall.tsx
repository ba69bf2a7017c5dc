import { useTranslation } from 'react-i18next';
import { milliseconds } from '../parts/duration.ts';
import type { Attempt } from './attempt.ts';

const widthUnits = 1000;
/** The least width of a part, so that one of next to no time is seen, too. */
const leastUnits = 4;

/** Shows on one scale where the time of an attempt went. */
export function Waterfall({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const total = attempt.durationMs;
  const phases = phasesOf(attempt);
  if (total === null || phases.length === 0) return null;
  return (
    <table className="waterfall" aria-label={t('order.timings')}>
      <tbody>
        {phases.map(({ name, fromMs, toMs }) => (
          <tr key={name}>
            <th scope="row">{t(`phase.${name}`)}</th>
            <td className="bar">
              <svg viewBox={`0 0 ${widthUnits} 10`} preserveAspectRatio="none" aria-hidden="true">
                <rect
                  className={name}
                  x={Math.min((fromMs / total) * widthUnits, widthUnits - leastUnits)}
                  width={Math.max(((toMs - fromMs) / total) * widthUnits, leastUnits)}
                  height="10"
                />
              </svg>
            </td>
            <td className="number">
              {name === 'connect' && attempt.connectMs === 0 ? t('connectionKept') : milliseconds(toMs - fromMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Phase {
  name: 'dns' | 'connect' | 'wait' | 'body';
  fromMs: number;
  toMs: number;
}

/** Returns the phases that the attempt came to, one after the other. The last one goes to the end. */
function phasesOf({ dnsMs, connectMs, firstByteMs, durationMs }: Attempt): Phase[] {
  const ends = [
    { name: 'dns' as const, toMs: dnsMs },
    { name: 'connect' as const, toMs: connectMs === null ? null : (dnsMs ?? 0) + connectMs },
    { name: 'wait' as const, toMs: firstByteMs },
    { name: 'body' as const, toMs: firstByteMs === null ? null : durationMs },
  ];
  const phases: Phase[] = [];
  let fromMs = 0;
  for (const { name, toMs } of ends) {
    if (toMs === null) continue;
    phases.push({ name, fromMs, toMs: Math.max(toMs, fromMs) });
    fromMs = Math.max(toMs, fromMs);
  }
  return phases;
}
