import { SHOWN_SECONDS } from '../live/recent.js';
import { countOf } from '../parts/format.js';
import { responseClasses, type TrafficFigures } from './traffic-figures.js';

/** Requests that fill the chart at least: a single one does not. */
const LOWEST_PEAK = 5;
const BAR_WIDTH = 0.92;
const minutesAgo = [4, 3, 2, 1];

interface TrafficChartProps {
  readonly figures: TrafficFigures;
  readonly label: string;
}

/** Requests per second as stacked bars over five minutes. A unit of the drawing is a second wide and a request high. */
export function TrafficChart({ figures, label }: TrafficChartProps) {
  const height = Math.max(LOWEST_PEAK, figures.peak);
  const seconds = Array.from({ length: SHOWN_SECONDS }, (_, place) => place);
  return (
    <div class="traffic-chart">
      <span class="traffic-peak faint">{countOf(height)}</span>
      <svg role="img" aria-label={label} viewBox={`0 0 ${SHOWN_SECONDS} ${height}`} preserveAspectRatio="none">
        {seconds.map((place) => (
          <TrafficBar key={place} {...figures} place={place} height={height} />
        ))}
      </svg>
      <div class="traffic-times faint" aria-hidden="true">
        {minutesAgo.map((ago) => (
          <span key={ago}>−{ago} min</span>
        ))}
        <span>now</span>
      </div>
    </div>
  );
}

interface TrafficBarProps extends Pick<TrafficFigures, 'columns'> {
  readonly place: number;
  readonly height: number;
}

function TrafficBar({ columns, place, height }: TrafficBarProps) {
  const parts = responseClasses
    .map(({ tone, label }) => ({ tone, label, count: columns[tone][place] ?? 0 }))
    .filter(({ count }) => count > 0);
  if (parts.length === 0) return null;
  const ago = SHOWN_SECONDS - 1 - place;
  let top = height;
  return (
    <g>
      <title>{`${ago} s ago: ${parts.map(({ count, label }) => `${countOf(count)} ${label}`).join(', ')}`}</title>
      {parts.map(({ tone, count }) => {
        top -= count;
        return <rect key={tone} class={`is-${tone}`} x={place} y={top} width={BAR_WIDTH} height={count} />;
      })}
    </g>
  );
}
