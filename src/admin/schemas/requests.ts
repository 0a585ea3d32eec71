import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { operationIds } from '../../spec/operations.js';
import { pageOf } from './page.js';

const headers = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
} as const satisfies JSONSchema;

/** One request in one line. Nothing in it shows a key. */
const requestLine = {
  type: 'object',
  required: [
    'number',
    'at',
    'method',
    'target',
    'operation',
    'key',
    'status',
    'delayMs',
    'limits',
    'cut',
    'assumed',
    'fault',
  ],
  properties: {
    number: { type: 'integer', description: 'Counted from 1 over the life of the world' },
    at: { type: 'string', format: 'date-time', description: 'By the clock of the world' },
    method: { type: 'string' },
    target: { type: 'string', description: 'Path and query' },
    operation: { enum: [...operationIds, null] },
    key: {
      type: ['string', 'null'],
      description: 'The pseudonym of a valid key, on a proxy of any; null where none was sent',
    },
    status: {
      type: ['integer', 'null'],
      description: 'Null where the connection was reset; on a proxy, where no answer came',
    },
    delayMs: { type: 'number', description: 'How long the answer was held back; on a proxy, how long it took' },
    limits: {
      type: ['object', 'null'],
      description: 'What the rate-limit headers of the answer told; null where they are missing or no counts',
      required: ['limit', 'remaining', 'resetSeconds'],
      properties: {
        limit: { type: 'integer' },
        remaining: { type: 'integer' },
        resetSeconds: { type: 'integer', description: 'Unix time, in seconds' },
      },
      additionalProperties: false,
    },
    cut: {
      enum: ['reset', 'truncated', 'left', null],
      description:
        'Where a fault broke the connection; on a proxy, where the service did, or gave no answer; `left`: the client did not wait for the end',
    },
    assumed: { type: 'array', items: { type: 'string' }, description: 'Open questions that the answer rests on' },
    fault: { type: ['string', 'null'], description: 'Id of the fault that it met' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const requestPage = pageOf(requestLine);

/** One exchange in full, every secret in it replaced by its pseudonym. */
export const requestDetail = {
  type: 'object',
  required: ['line', 'curl', 'request', 'response', 'failure'],
  properties: {
    line: requestLine,
    curl: { type: 'string', description: 'A line of a shell that sends it again, with the key from PETSTORE_API_KEY' },
    request: {
      type: 'object',
      required: ['method', 'url', 'headers', 'body'],
      properties: {
        method: { type: 'string' },
        url: { type: 'string' },
        headers,
        body: { type: ['string', 'null'], description: 'Null where none was sent, or it was not kept' },
      },
      additionalProperties: false,
    },
    response: {
      type: ['object', 'null'],
      required: ['status', 'headers', 'body', 'isWhole', 'missingBodyReason'],
      properties: {
        status: { type: 'integer' },
        headers,
        body: { type: ['string', 'null'] },
        isWhole: { type: 'boolean', description: 'Whether all of the body is known' },
        missingBodyReason: {
          type: ['string', 'null'],
          description: 'Why a body that was sent is not told: it was cut off, is too large, or no text',
        },
      },
      additionalProperties: false,
    },
    failure: { type: ['string', 'null'], description: 'Why no answer came' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const requestCount = {
  type: 'object',
  required: ['count'],
  properties: { count: { type: 'integer' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** What came of waiting: as many requests as were waited for, or more. */
export const requestWait = {
  type: 'object',
  required: ['count', 'items'],
  properties: { count: { type: 'integer' }, items: { type: 'array', items: requestLine } },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** Requests a second over the last minutes, in real time, by what they were answered. */
export const traffic = {
  type: 'object',
  required: ['seconds'],
  properties: {
    seconds: {
      type: 'array',
      description: 'Oldest first; seconds without a request are left out',
      items: {
        type: 'object',
        required: ['at', 'ok', 'refused', 'limited', 'failed', 'broken'],
        properties: {
          at: { type: 'integer', description: 'The second, counted from 1970' },
          ok: { type: 'integer', description: 'Below 400' },
          refused: { type: 'integer', description: '400 to 499 but 429' },
          limited: { type: 'integer', description: '429' },
          failed: { type: 'integer', description: '500 and above' },
          broken: { type: 'integer', description: 'No answer: the connection was reset, or failed behind a proxy' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** What came in since the last event: the newest lines, and how many more there were than are shown. */
export const requestUpdate = {
  type: 'object',
  required: ['lines', 'skipped', 'latest', 'kept'],
  properties: {
    lines: { type: 'array', items: requestLine },
    skipped: { type: 'integer' },
    latest: { type: 'integer' },
    kept: { type: 'integer', description: 'How many the journal holds; fewer than before: it was cleared' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** What the judge says of the newest requests, a rule at a time. `title` tells what a rule of this report asks. */
function reportOf<Title extends string>(title: Title) {
  return {
    type: 'object',
    required: ['from', 'to', 'rules'],
    properties: {
      from: { type: 'integer', description: 'Number of the first request that was judged' },
      to: { type: 'integer', description: 'And of the last; 0 where there was none' },
      rules: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'title', 'section', 'sentence', 'outcome', 'findings'],
          properties: {
            id: { type: 'string' },
            title: { type: 'string', description: title },
            section: { type: 'string' },
            sentence: { type: 'string', description: 'The words of the document that the rule rests on' },
            outcome: { enum: ['pass', 'violation', 'inconclusive', 'skipped'] },
            findings: {
              type: 'array',
              items: {
                type: 'object',
                required: ['what', 'exchanges'],
                properties: {
                  what: { type: 'string', description: 'What was wrong, in one line' },
                  exchanges: {
                    type: 'array',
                    items: { type: 'integer' },
                    description: 'The requests that show it',
                  },
                },
                additionalProperties: false,
              },
            },
          },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  } as const satisfies JSONSchema;
}

/** How well-mannered the clients were (§6, §8.3, §8.4, §9), judged over the newest requests. */
export const mannersReport = reportOf('What a well-mannered client does');

/** Which promises of the document the newest answers kept, and which they broke. */
export const findingsReport = reportOf('What a conformant service does');

export type RequestLine = FromSchema<typeof requestLine>;
export type RequestPage = FromSchema<typeof requestPage>;
export type RequestDetail = FromSchema<typeof requestDetail>;
export type RequestCount = FromSchema<typeof requestCount>;
export type RequestWait = FromSchema<typeof requestWait>;
export type Traffic = FromSchema<typeof traffic>;
export type RequestUpdate = FromSchema<typeof requestUpdate>;
export type MannersReport = FromSchema<typeof mannersReport>;
export type FindingsReport = FromSchema<typeof findingsReport>;
