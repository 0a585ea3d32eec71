import type { Wait } from '../api/rate-gate';
import { clockTime, lengthInWords } from './time-in-words';
import { useNow } from './use-now';

/** Says that the service asked for a pause, and counts it down. Screen readers hear of it once, not every second. */
export function WaitBanner({ wait: { untilMs, refusals } }: { wait: Wait }) {
  const leftMs = untilMs - useNow();
  return (
    <section className="wait" aria-label="Rate limit">
      <p className="countdown" role="timer" aria-label="Time left">
        {lengthInWords(leftMs)}
      </p>
      <p role="status">
        <strong>{refusals === 1 ? 'Too many requests.' : `Still too many requests: refused ${refusals} times.`}</strong>{' '}
        The service asked for a pause until {clockTime(untilMs)}. What was refused is sent again then.
      </p>
    </section>
  );
}
