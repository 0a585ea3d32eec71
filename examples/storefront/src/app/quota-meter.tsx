import type { Quota } from '../api/read-headers';
import { clockTime, lengthInWords } from './time-in-words';
import { useNow } from './use-now';

/** The share of the limit from which on little is left. */
const LOW = 0.2;
const HOUR_MS = 3_600_000;

/** How many requests the API key has left, and when it gets them back (§8.2). */
export function QuotaMeter({ quota: { limit, remaining, resetsAtMs } }: { quota: Quota }) {
  const level = remaining === 0 ? 'spent' : remaining <= limit * LOW ? 'low' : 'fine';
  return (
    <div className="quota" data-level={level}>
      <span>
        <b>{remaining}</b> of {limit} requests left
      </span>
      <meter aria-label="Request quota" max={limit} optimum={limit} low={limit * LOW} value={remaining} />
      <ResetTime resetsAtMs={resetsAtMs} />
    </div>
  );
}

function ResetTime({ resetsAtMs }: { resetsAtMs: number }) {
  const leftMs = resetsAtMs - useNow();
  if (leftMs <= 0) return <small>full again since {clockTime(resetsAtMs)}</small>;
  return (
    <small>
      {leftMs < HOUR_MS ? `full again in ${lengthInWords(leftMs)}` : `full again at ${clockTime(resetsAtMs)}`}
    </small>
  );
}
