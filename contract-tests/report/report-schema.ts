import type { JSONSchema } from 'json-schema-to-ts';
import { levels } from '../../src/exchange/transcript.js';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const count = { type: 'integer', minimum: 0 } as const;
const exchange = { type: 'integer', minimum: 1, description: 'Number of an exchange in the transcript' } as const;
const exchanges = { type: 'array', items: exchange } as const;

const statement = object({
  id: text,
  section: { ...text, description: 'Section of the document; 8.1 is section 8, rule 1' },
  sentence: { ...text, description: 'Word for word' },
});

const violation = object({
  statement,
  problem: text,
  expected: text,
  received: text,
  pointer: { ...textOrNull, description: 'JSON pointer into the body of the answer' },
  exchange,
  related: exchanges,
  curl: {
    type: 'array',
    minItems: 1,
    items: text,
    description: 'Requests that it takes to see it again, in order; the key stands as $PETSTORE_API_KEY',
  },
});

const rule = object({
  id: { ...text, description: 'Permanent' },
  title: text,
  section: text,
  severity: { enum: ['documented', 'implied'] },
  class: { enum: ['passive', ...levels] },
  outcome: { enum: ['pass', 'violation', 'inconclusive', 'skipped'] },
  reason: { ...textOrNull, description: 'Why it is inconclusive or was not run' },
  statements: { type: 'array', minItems: 1, items: statement },
  violations: { type: 'array', items: violation },
  waiver: {
    anyOf: [
      { type: 'null' },
      object({ reason: text, expires: { type: 'string', format: 'date' }, isExpired: { type: 'boolean' } }),
    ],
  },
  exchanges,
});

const observation = object({
  id: text,
  section: text,
  question: text,
  choice: { description: 'In the form of a behaviour; null if it was not seen' },
  unseen: {
    type: 'array',
    items: text,
    description: 'Members of the choice that were not seen: they have the default of the fake',
  },
  note: text,
  exchanges,
});

const covered = object({
  statement,
  state: { enum: ['judged', 'not-judged', 'cannot-be-shown'] },
  rules: { type: 'array', items: text },
  reason: { ...textOrNull, description: 'Why no request can show it' },
});

/** JSON Schema of a report's JSON. */
export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of a contract check of the Petstore Inventory Service',
  ...object({
    target: object({ baseUrl: text, messagesUrl: textOrNull, source: { enum: ['run', 'recording'] } }),
    level: { enum: [...levels, null] },
    seed: { type: ['integer', 'null'] },
    startedAt: { type: ['string', 'null'], format: 'date-time' },
    summary: object({
      pass: count,
      violation: { ...count, description: 'Waived ones not counted' },
      inconclusive: count,
      skipped: count,
      waived: count,
      stopped: { ...textOrNull, description: 'Why the run ended early' },
      leftBehind: { ...textOrNull, description: 'What could not be put back, and the command that does' },
      exitCode: { enum: [0, 1, 3] },
    }),
    rules: { type: 'array', items: rule },
    observations: { type: 'array', items: observation },
    coverage: object({
      statements: count,
      judged: count,
      cannotBeShown: count,
      details: { type: 'array', items: covered },
    }),
    requests: object({ sent: count, budget: { type: ['integer', 'null'], minimum: 0 } }),
  }),
} as const satisfies JSONSchema;

/** An object that has all of these members and no other. */
function object<Members extends Readonly<Record<string, JSONSchema>>>(properties: Members) {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false } as const;
}
