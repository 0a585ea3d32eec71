import { countOf } from '../parts/tell-time.js';
import { outcomes } from './outcomes.js';
import type { TrafficFigures } from './traffic-figures.js';

/** The chart in numbers, a row for each minute. */
export function TrafficTable({ figures }: { readonly figures: TrafficFigures }) {
  return (
    <details class="traffic-table">
      <summary>As a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="traffic-scroll" tabIndex={0} aria-label="Requests of each minute">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Minute</th>
              {outcomes.map(({ tone, label }) => (
                <th key={tone} scope="col" class="is-number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.minutes.map((minute, ago) => (
              <tr key={ago}>
                <td>{ago === 0 ? 'the last' : `${ago} min ago`}</td>
                {outcomes.map(({ tone }) => (
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
