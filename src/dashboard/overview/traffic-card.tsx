import { useMemo } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { Card } from '../parts/card.js';
import { countOf } from '../parts/format.js';
import { useNow } from '../parts/use-loaded.js';
import { TrafficChart } from './traffic-chart.js';
import { figuresOf, responseClasses, type TrafficFigures } from './traffic-figures.js';

/** Requests per second over the last five minutes by outcome, redrawn once a second. */
export function TrafficCard() {
  const { live } = useRoom();
  const nowMs = useNow();
  const seconds = live.traffic.value;
  // Time passes without requests, too; the server's clock may be ahead of this one.
  const lastSecond = Math.max(Math.floor(nowMs / 1_000), seconds.at(-1)?.at ?? 0);
  const figures = useMemo(() => figuresOf(seconds, lastSecond), [seconds, lastSecond]);
  const { totals, peak, rate } = figures;
  const rateText = rate > 0 && rate < 10 ? rate.toFixed(1) : countOf(Math.round(rate));
  return (
    <Card
      title="Requests per second"
      class="traffic-card"
      aside={
        <span class="small soft">
          <strong class="traffic-rate">{rateText}</strong>/s now · peak {countOf(peak)}/s
        </span>
      }
    >
      <TrafficChart
        figures={figures}
        label={`Requests per second over the last five minutes: ${rateText} now, ${peak} at the peak. The table below has the numbers.`}
      />
      <div class="traffic-legend">
        <span class="faint">Last 5 minutes</span>
        <ul>
          {responseClasses.map(({ tone, label, title }) => (
            <li key={tone} class={`is-${tone}`} title={title}>
              <span class="dot" />
              <span class="soft">{label}</span> <strong>{countOf(totals[tone])}</strong>
            </li>
          ))}
        </ul>
      </div>
      <TrafficTable figures={figures} />
    </Card>
  );
}

function TrafficTable({ figures }: { readonly figures: TrafficFigures }) {
  return (
    <details class="traffic-table">
      <summary>As a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="traffic-scroll" tabIndex={0} aria-label="Requests of each minute">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Minute</th>
              {responseClasses.map(({ tone, label }) => (
                <th key={tone} scope="col" class="is-number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.minutes.map((minute, ago) => (
              <tr key={ago}>
                <td>{ago === 0 ? 'now' : `${ago} min ago`}</td>
                {responseClasses.map(({ tone }) => (
                  <td key={tone} class="is-number">
                    {countOf(minute[tone])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
