import type { FaultOptions } from '../../admin/schemas/faults.js';

/** A common fault. */
export interface FaultPreset {
  readonly title: string;
  /** What a client sees. */
  readonly description: string;
  readonly options: FaultOptions;
}

export const faultPresets: readonly FaultPreset[] = [
  {
    title: 'Slow responses',
    description: 'Every response takes 2 seconds.',
    options: { operation: 'any', delayMs: 2_000 },
  },
  {
    title: 'Flaky',
    description: 'One in five requests gets 503.',
    options: { operation: 'any', status: 503, probability: 0.2 },
  },
  {
    title: 'Connection resets',
    description: 'One in ten connections is reset.',
    options: { operation: 'any', network: 'reset', probability: 0.1 },
  },
  {
    title: 'Truncated bodies',
    description: 'The connection closes halfway through each body.',
    options: { operation: 'any', body: 'truncated' },
  },
  {
    title: 'Malformed JSON',
    description: 'Every body is complete but not JSON.',
    options: { operation: 'any', body: 'malformed' },
  },
  {
    title: 'Slow drip',
    description: 'Every body arrives in small pieces over 5 seconds.',
    options: { operation: 'any', dripMs: 5_000 },
  },
  {
    title: '429 for all',
    description: 'Every request gets 429.',
    options: { operation: 'any', status: 429 },
  },
];
