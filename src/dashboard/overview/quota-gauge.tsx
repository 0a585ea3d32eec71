import type { ComponentChildren } from 'preact';
import { countOf } from '../parts/tell-time.js';
import type { Tone } from '../parts/tone.js';
import { Gauge } from './gauge.js';

interface QuotaGaugeProps {
  /** What stands above it. */
  readonly name: ComponentChildren;
  /** What it measures, for those who do not see it. */
  readonly label: string;
  readonly limit: number;
  readonly remaining: number;
  readonly tone: Tone | undefined;
  /** When it is full again. */
  readonly children: ComponentChildren;
}

/** How many requests are left of how many. */
export function QuotaGauge({ name, label, limit, remaining, tone, children }: QuotaGaugeProps) {
  return (
    <div class="quota">
      <div class="quota-line">
        <span class="soft">{name}</span>
        <span>
          <strong class={tone && `is-${tone} quota-left`}>{countOf(remaining)}</strong>
          <span class="faint"> of {countOf(limit)} left</span>
        </span>
      </div>
      <Gauge label={label} value={remaining} most={limit} text={`${remaining} of ${limit} left`} tone={tone} />
      <p class="quota-reset faint">{children}</p>
    </div>
  );
}
