import { differenceKinds } from '../../src/compare/comparison.js';
import { levels } from '../../src/transcript/transcript.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' } as const;

const counts = { pass: count, violation: count, waived: count, inconclusive: count, notRun: count };
const change = { kind: { enum: differenceKinds }, id: text, left: text, right: text };

const members = {
  version: { const: 1 },
  baseUrl: text,
  startedAt: time,
  endedAt: time,
  level: { enum: [...levels, null] },
  exitCode: { enum: [0, 1, 3] },
  counts: { type: 'object', required: Object.keys(counts), properties: counts },
  broken: { type: 'array', items: text },
  stopped: { type: ['string', 'null'] },
  requests: count,
  limits: {
    anyOf: [
      { type: 'null' },
      {
        type: 'object',
        required: ['limit', 'remaining'],
        properties: { limit: { type: 'number' }, remaining: { type: 'number' } },
      },
    ],
  },
  latency: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
  changes: { type: 'array', items: { type: 'object', required: Object.keys(change), properties: change } },
} as const;

/** JSON Schema of a line of `runs.jsonl`. Members that a later version adds are no mistake. */
export const runLineSchema = { type: 'object', required: Object.keys(members), properties: members } as const;
