import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, object, orNull } from '../../json/schema-builders.js';
import { integer, isBoundBySize, moment, pageOf, text } from './shapes.js';

const headers = arrayOf({ type: 'array', items: text, minItems: 2, maxItems: 2 });

/** A summary of one request, without keys. */
const requestLine = object({
  number: { type: 'integer', description: 'Counts from 1 for the lifetime of the world' },
  at: { ...moment, description: 'By the clock of the world' },
  method: text,
  target: { type: 'string', description: 'Path and query' },
  operation: { type: ['string', 'null'], description: 'Null if no operation has its path and method' },
  key: { type: ['string', 'null'], description: 'Pseudonym of a valid key, on a proxy of any key; null without one' },
  status: {
    type: ['integer', 'null'],
    description: 'Null if the connection was reset; on a proxy, without a response',
  },
  delayMs: { type: 'number', description: 'Delay of the response; on a proxy, its duration' },
  limits: {
    ...orNull(
      object({
        limit: integer,
        remaining: integer,
        resetSeconds: { type: 'integer', description: 'Unix time, in seconds' },
      }),
    ),
    description: 'The rate-limit headers of the response; null if missing or invalid',
  },
  cut: {
    enum: ['reset', 'truncated', 'left', null],
    description:
      'Where a fault, or the service behind a proxy, broke the connection; `left`: the client disconnected before the end',
  },
  assumed: { ...arrayOf(text), description: 'Open questions that the response depends on' },
  fault: { type: ['string', 'null'], description: 'Id of the fault that applied' },
  replayOf: { type: ['integer', 'null'], description: 'Number of the request that this one repeats' },
});

/** A page of requests. */
export const requestPage = pageOf(requestLine);

/** One exchange in full, with secrets replaced by pseudonyms. */
export const requestDetail = object({
  line: requestLine,
  curl: {
    type: 'string',
    description:
      'A shell command that repeats it, with its key if that is a sample key, otherwise with that in PETSTORE_API_KEY',
  },
  request: object({
    method: text,
    url: text,
    headers,
    body: { type: ['string', 'null'], description: 'Null if none was sent or recorded' },
  }),
  response: orNull(
    object({
      status: integer,
      headers,
      body: { type: ['string', 'null'] },
      isWhole: { type: 'boolean', description: 'Whether the whole body was recorded' },
      missingBodyReason: {
        type: ['string', 'null'],
        description: 'Why a sent body is missing: it was cut off, is too large, or is not text',
      },
    }),
  ),
  failure: { type: ['string', 'null'], description: 'Why there was no response' },
});

export const requestCount = object({ count: integer });

/** The requests that were waited for, or more. */
export const requestWait = object({ count: integer, items: arrayOf(requestLine) });

/** Requests per second over the last minutes, in real time, by outcome. */
export const traffic = object({
  seconds: {
    ...arrayOf(
      object({
        at: { type: 'integer', description: 'Unix time, in seconds' },
        ok: { type: 'integer', description: 'Below 400' },
        refused: { type: 'integer', description: '400 to 499 except 429' },
        limited: { type: 'integer', description: '429' },
        failed: { type: 'integer', description: '500 and above' },
        broken: { type: 'integer', description: 'No response: the connection was reset, or failed behind a proxy' },
      }),
    ),
    description: 'Oldest first, without seconds that have no requests',
  },
});

/** The requests since the last event: the newest ones, and the number of those left out. */
export const requestUpdate = object({
  lines: arrayOf(requestLine),
  skipped: integer,
  latest: integer,
  kept: { type: 'integer', description: 'Number of requests in the journal; decreases when it is cleared' },
  isBoundBySize,
});

/** The outcome of each rule for the newest requests. `title` describes the titles of the rules. */
function reportOf(title: string) {
  const finding = object({
    problem: { type: 'string', description: 'The violation in one line' },
    exchanges: { ...arrayOf(integer), description: 'Numbers of the requests that show it' },
  });
  const rule = object({
    id: text,
    title: { type: 'string', description: title },
    section: text,
    sentence: { type: 'string', description: 'The sentence of the document that the rule checks' },
    outcome: { enum: ['pass', 'violation', 'inconclusive', 'skipped'] },
    findings: arrayOf(finding),
  });
  return object({
    from: { type: 'integer', description: 'Number of the first request that was checked' },
    to: { type: 'integer', description: 'Number of the last request that was checked; 0 for none' },
    rules: arrayOf(rule),
  });
}

/** The manners of the clients (§6, §8.3, §8.4, §9) in the newest requests. */
export const mannersReport = reportOf('What a well-mannered client does');

/** Whether the newest responses conform to the document. */
export const findingsReport = reportOf('What a conformant service does');

/** One request in the list of requests. */
export type RequestLine = FromSchema<typeof requestLine>;
export type RequestPage = FromSchema<typeof requestPage>;
export type RequestDetail = FromSchema<typeof requestDetail>;
export type RequestWait = FromSchema<typeof requestWait>;
export type Traffic = FromSchema<typeof traffic>;
export type RequestUpdate = FromSchema<typeof requestUpdate>;
export type MannersReport = FromSchema<typeof mannersReport>;
export type FindingsReport = FromSchema<typeof findingsReport>;
