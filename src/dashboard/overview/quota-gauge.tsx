import type { ComponentChildren } from 'preact';
import { countOf } from '../parts/format.js';
import type { Tone } from '../parts/tone.js';

interface QuotaGaugeProps {
  /** Shown above the gauge. */
  readonly name: ComponentChildren;
  /** Its accessible name. */
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

interface GaugeProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  /** The value in words. */
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** A meter that shows how much is left. */
function Gauge({ label, value, most, text, tone }: GaugeProps) {
  const share = most <= 0 ? 0 : Math.min(1, Math.max(0, value / most));
  return (
    // biome-ignore lint/a11y/useSemanticElements: every browser draws a meter element in another way.
    <div
      class={tone === undefined ? 'gauge' : `gauge is-${tone}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <span style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
