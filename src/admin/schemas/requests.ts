import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { operationIds } from '../../spec/operations.js';
import { pageOf } from './page.js';

const headers = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
} as const satisfies JSONSchema;

/** A summary of one request, without keys. */
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
    number: { type: 'integer', description: 'Counts from 1 for the lifetime of the world' },
    at: { type: 'string', format: 'date-time', description: 'By the clock of the world' },
    method: { type: 'string' },
    target: { type: 'string', description: 'Path and query' },
    operation: { enum: [...operationIds, null] },
    key: {
      type: ['string', 'null'],
      description: 'Pseudonym of a valid key, on a proxy of any key; null without one',
    },
    status: {
      type: ['integer', 'null'],
      description: 'Null if the connection was reset; on a proxy, without a response',
    },
    delayMs: { type: 'number', description: 'Delay of the response; on a proxy, its duration' },
    limits: {
      type: ['object', 'null'],
      description: 'The rate-limit headers of the response; null if missing or invalid',
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
    assumed: { type: 'array', items: { type: 'string' }, description: 'Open questions that the response depends on' },
    fault: { type: ['string', 'null'], description: 'Id of the fault that applied' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const requestPage = pageOf(requestLine);

/** One exchange in full, with secrets replaced by pseudonyms. */
export const requestDetail = {
  type: 'object',
  required: ['line', 'curl', 'request', 'response', 'failure'],
  properties: {
    line: requestLine,
    curl: { type: 'string', description: 'A shell command that repeats it with the key from PETSTORE_API_KEY' },
    request: {
      type: 'object',
      required: ['method', 'url', 'headers', 'body'],
      properties: {
        method: { type: 'string' },
        url: { type: 'string' },
        headers,
        body: { type: ['string', 'null'], description: 'Null if none was sent or recorded' },
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
        isWhole: { type: 'boolean', description: 'Whether the whole body was recorded' },
        missingBodyReason: {
          type: ['string', 'null'],
          description: 'Why a sent body is missing: it was cut off, is too large, or is not text',
        },
      },
      additionalProperties: false,
    },
    failure: { type: ['string', 'null'], description: 'Why there was no response' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

export const requestCount = {
  type: 'object',
  required: ['count'],
  properties: { count: { type: 'integer' } },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** The requests that were waited for, or more. */
export const requestWait = {
  type: 'object',
  required: ['count', 'items'],
  properties: { count: { type: 'integer' }, items: { type: 'array', items: requestLine } },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** Requests per second over the last minutes, in real time, by outcome. */
export const traffic = {
  type: 'object',
  required: ['seconds'],
  properties: {
    seconds: {
      type: 'array',
      description: 'Oldest first, without seconds that have no requests',
      items: {
        type: 'object',
        required: ['at', 'ok', 'refused', 'limited', 'failed', 'broken'],
        properties: {
          at: { type: 'integer', description: 'Unix time, in seconds' },
          ok: { type: 'integer', description: 'Below 400' },
          refused: { type: 'integer', description: '400 to 499 except 429' },
          limited: { type: 'integer', description: '429' },
          failed: { type: 'integer', description: '500 and above' },
          broken: { type: 'integer', description: 'No response: the connection was reset, or failed behind a proxy' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** The requests since the last event: the newest ones, and the number of those left out. */
export const requestUpdate = {
  type: 'object',
  required: ['lines', 'skipped', 'latest', 'kept'],
  properties: {
    lines: { type: 'array', items: requestLine },
    skipped: { type: 'integer' },
    latest: { type: 'integer' },
    kept: { type: 'integer', description: 'Number of requests in the journal; decreases when it is cleared' },
  },
  additionalProperties: false,
} as const satisfies JSONSchema;

/** The outcome of each rule for the newest requests. `title` describes the titles of the rules. */
function reportOf<Title extends string>(title: Title) {
  return {
    type: 'object',
    required: ['from', 'to', 'rules'],
    properties: {
      from: { type: 'integer', description: 'Number of the first request that was checked' },
      to: { type: 'integer', description: 'Number of the last request that was checked; 0 for none' },
      rules: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'title', 'section', 'sentence', 'outcome', 'findings'],
          properties: {
            id: { type: 'string' },
            title: { type: 'string', description: title },
            section: { type: 'string' },
            sentence: { type: 'string', description: 'The sentence of the document that the rule checks' },
            outcome: { enum: ['pass', 'violation', 'inconclusive', 'skipped'] },
            findings: {
              type: 'array',
              items: {
                type: 'object',
                required: ['problem', 'exchanges'],
                properties: {
                  problem: { type: 'string', description: 'The violation in one line' },
                  exchanges: {
                    type: 'array',
                    items: { type: 'integer' },
                    description: 'Numbers of the requests that show it',
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

/** The manners of the clients (§6, §8.3, §8.4, §9) in the newest requests. */
export const mannersReport = reportOf('What a well-mannered client does');

/** Whether the newest responses conform to the document. */
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
