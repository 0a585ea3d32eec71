import type { Tone } from '../parts/tone.js';

interface GaugeProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  /** The value in words. */
  readonly text: string;
  readonly tone?: Tone | undefined;
}

/** How much is left of something. */
export function Gauge({ label, value, most, text, tone }: GaugeProps) {
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
