import type { JSONSchema } from 'json-schema-to-ts';
import { levels } from '../../src/exchange/transcript.js';
import { arrayOf, object } from '../../src/json/schema-builders.js';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const count = { type: 'integer', minimum: 0 } as const;
const exchange = { type: 'integer', minimum: 1, description: 'Number of an exchange in the transcript' } as const;
const exchanges = arrayOf(exchange);

const statement = object({
  id: text,
  section: { ...text, description: 'Section of the document; 8.1 is section 8, rule 1' },
  sentence: { ...text, description: 'Verbatim' },
});

const violation = object({
  statement: { ...statement, description: 'The violated statement' },
  problem: text,
  expected: text,
  received: text,
  pointer: { ...textOrNull, description: 'JSON pointer into the response body' },
  exchange,
  traceId: { ...textOrNull, description: 'By which the request is found in logs and traces' },
  related: exchanges,
  curl: {
    ...arrayOf(text),
    minItems: 1,
    description: 'Commands that reproduce the violation, in order; the key is $PETSTORE_API_KEY',
  },
  isWaived: { type: 'boolean', description: 'A waiver covers it that has not expired' },
});

const waiver = object({
  operation: { ...textOrNull, description: 'Null: it covers all violations of the rule' },
  reason: text,
  expires: { type: 'string', format: 'date' },
  isExpired: { type: 'boolean' },
  isStale: { type: 'boolean', description: 'The rule was judged, and has no violation that the waiver covers' },
});

const rule = object({
  id: { ...text, description: 'Permanent' },
  title: text,
  section: { ...text, description: 'Of the first statement' },
  since: { ...text, description: 'The version of the rules that brought it' },
  isCounted: { type: 'boolean', description: 'False: it is newer than `--rules`, and only reported' },
  severity: { enum: ['documented', 'implied'] },
  class: { enum: ['passive', ...levels] },
  outcome: { enum: ['pass', 'violation', 'inconclusive', 'skipped'] },
  reason: { ...textOrNull, description: 'Why it is inconclusive or was skipped' },
  decidedBy: {
    enum: ['exclusive', null],
    description: 'The flag that would decide an inconclusive rule: others may have caused what was seen',
  },
  statements: { ...arrayOf(statement), minItems: 1 },
  violations: arrayOf(violation),
  repeat: { ...textOrNull, description: 'The command that repeats a violated rule alone, without the key' },
  waivers: { ...arrayOf(waiver), description: 'Those for this deployment' },
  exchanges,
});

const observation = object({
  id: text,
  section: text,
  question: text,
  choice: { description: 'In the form of a behaviour; null if it was not observed' },
  unseen: {
    ...arrayOf(text),
    description: 'Members of the choice that were not observed: they have the default of the fake',
  },
  note: { ...text, description: 'What was observed, or why nothing was' },
  exchanges,
});

export const reportSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of a contract check of the Petstore Inventory Service',
  ...object({
    target: object({
      baseUrl: text,
      messagesUrl: textOrNull,
      source: { enum: ['run', 'recording'], description: 'Whether requests were sent or a recording was judged' },
    }),
    suite: object({
      version: { ...text, description: 'Of petstore-mock' },
      rulesUpTo: { ...textOrNull, description: 'Only rules up to this version are counted; null: all are' },
    }),
    document: object({
      title: text,
      hash: { ...text, description: 'First digits of the SHA-256 of its headings and statements' },
    }),
    level: { enum: [...levels, null], description: 'Null for a recording that the suite did not make' },
    seed: { type: ['integer', 'null'] },
    chosenRules: {
      ...arrayOf(text),
      description: 'Of --rule: only the rules of these ids or patterns were judged; none: all',
    },
    startedAt: { type: ['string', 'null'], format: 'date-time' },
    summary: object({
      pass: count,
      violation: { ...count, description: 'Without waived ones' },
      inconclusive: count,
      skipped: count,
      waived: count,
      uncounted: { ...count, description: 'Rules that are newer than `--rules`, whatever their outcome' },
      stopped: { ...textOrNull, description: 'Why the run ended early' },
      staleWaivers: { ...arrayOf(text), description: 'The rules, with the operation, whose waivers cover nothing' },
      leftBehind: { ...textOrNull, description: 'What could not be restored, and the command that restores it' },
      failedBy: {
        enum: ['violation', 'inconclusive', 'stale waiver', null],
        description: 'Why the exit code is 1',
      },
      exitCode: { enum: [0, 1, 3] },
    }),
    rules: arrayOf(rule),
    observations: arrayOf(observation),
    requests: object({
      sent: count,
      budget: { type: ['integer', 'null'], minimum: 0 },
      outages: {
        ...exchanges,
        description: 'The exchanges of a run that did not reach the service: no response, or that of a gateway',
      },
      partialPlan: {
        anyOf: [{ type: 'null' }, object({ sent: count, planned: count, maxRequests: count })],
        description:
          'How far the plan got; `maxRequests` is a maximum that has room for all of it. Null: everything was sent',
      },
    }),
  }),
} as const satisfies JSONSchema;
