import type { Traffic } from '../../admin/schemas/requests.js';
import { SHOWN_SECONDS, useRoom } from '../live/live.js';
import { Card, formatCount, type Tone } from '../parts/display.js';
import { useNow } from '../parts/use-action.js';

/** The five ends of a request, as the traffic counts them, from the bottom of the chart to its top. */
const responseClasses = [
  { tone: 'ok', label: 'Success', title: 'below 400' },
  { tone: 'refused', label: 'Client error', title: '400 to 499 except 429' },
  { tone: 'limited', label: 'Limited', title: '429' },
  { tone: 'failed', label: 'Server error', title: '500 and above' },
  { tone: 'broken', label: 'No response', title: 'the connection failed before a response arrived' },
] as const satisfies readonly { tone: Tone & keyof Second; label: string; title: string }[];

type Second = Traffic['seconds'][number];

export function TrafficCard() {
  const { live } = useRoom();
  const nowMs = useNow();
  const known = live.traffic.value;
  // Time passes without requests, too; the server's clock may be ahead of this one.
  const lastSecond = Math.max(Math.floor(nowMs / 1_000), known.at(-1)?.at ?? 0);
  const seconds = known.filter(({ at }) => at > lastSecond - SHOWN_SECONDS);
  return (
    <Card title="Requests per second" class="traffic-card">
      <TrafficChart seconds={seconds} lastSecond={lastSecond} />
      <div class="traffic-legend">
        <span class="faint">Last 5 minutes</span>
        <ul>
          {responseClasses.map(({ tone, label, title }) => (
            <li key={tone} class={`is-${tone}`} title={title}>
              <span class="dot" />
              <span class="soft">{label}</span>{' '}
              <strong>{formatCount(seconds.reduce((sum, second) => sum + second[tone], 0))}</strong>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** Requests that fill the chart at least: a single one does not. */
const LOWEST_PEAK = 5;
const BAR_WIDTH = 0.92;

/** Stacked bars. A unit of the drawing is a second wide and a request high. */
function TrafficChart({ seconds, lastSecond }: { readonly seconds: readonly Second[]; readonly lastSecond: number }) {
  const peak = Math.max(
    0,
    ...seconds.map((second) => responseClasses.reduce((sum, { tone }) => sum + second[tone], 0)),
  );
  const height = Math.max(LOWEST_PEAK, peak);
  const bar = (second: Second) => {
    let top = height;
    return responseClasses.map(({ tone }) => {
      top -= second[tone];
      const x = second.at - lastSecond + SHOWN_SECONDS - 1;
      return <rect key={tone} class={`is-${tone}`} x={x} y={top} width={BAR_WIDTH} height={second[tone]} />;
    });
  };
  return (
    <div class="traffic-chart">
      <span class="traffic-peak faint">{formatCount(height)}</span>
      <svg
        role="img"
        aria-label={`Requests per second over the last five minutes, ${peak} at the peak. The numbers are below.`}
        viewBox={`0 0 ${SHOWN_SECONDS} ${height}`}
        preserveAspectRatio="none"
      >
        {seconds.map((second) => (
          <g key={second.at}>{bar(second)}</g>
        ))}
      </svg>
      <div class="traffic-times faint" aria-hidden="true">
        {[4, 3, 2, 1].map((ago) => (
          <span key={ago}>−{ago} min</span>
        ))}
        <span>now</span>
      </div>
    </div>
  );
}
