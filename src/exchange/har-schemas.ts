import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { arrayOf, openObject, orNull } from '../json/schema-builders.js';
import { planNames } from '../service/plans.js';
import { type MisplacedKey, misplacedKeys } from './exchange.js';
import { levels } from './transcript.js';

const text = { type: 'string' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const numberOrNull = { type: ['number', 'null'] } as const;
const url = { type: 'string', pattern: '^https?://[^/]' } as const;
const position = { type: 'integer', minimum: 1 } as const;
const yes = { const: true } as const;
const ownHeaders = arrayOf(openObject({ name: text, value: text }));

const credential = {
  anyOf: [
    openObject({ kind: { enum: ['none', 'unknown'] } }),
    openObject({ kind: { const: 'bearer' }, name: text, standing: { enum: ['given', 'wrong', 'unknown'] } }),
    openObject({
      kind: { const: 'misplaced' },
      name: text,
      where: { enum: Object.keys(misplacedKeys) as MisplacedKey[] },
    }),
  ],
} as const satisfies JSONSchema;

const run = orNull(
  openObject({
    baseUrl: url,
    messagesUrl: { ...textOrNull, pattern: url.pattern },
    level: { enum: levels },
    plan: { enum: [...planNames, null] },
    isExclusive: { type: 'boolean' },
    petId: { ...textOrNull, pattern: '^-?\\d+$' },
    seed: { type: 'number' },
    stopped: textOrNull,
  }),
);

const ownRequest = openObject({ method: text, url, headers: ownHeaders }, { postData: openObject({ text }) });

const ownResponse = openObject({
  status: { type: 'integer', minimum: 0, maximum: 999 },
  statusText: text,
  httpVersion: text,
  headers: ownHeaders,
  content: openObject({ size: { type: 'integer', minimum: 0 } }, { text }),
});

const ownEntry = openObject(
  {
    _number: position,
    _credential: credential,
    _startedMs: { type: 'number' },
    _endedMs: { type: 'number' },
    request: ownRequest,
    response: ownResponse,
  },
  {
    _probe: text,
    _sentAfter: position,
    _replayOf: position,
    _order: openObject({ began: position, ended: position }),
    _failure: text,
    _bodyMissing: text,
    _isMiscoded: yes,
    _isBinary: yes,
    _isRedacted: yes,
    _isRequestBodyMissing: yes,
    _mayHideHeaders: yes,
    _mayBeCached: yes,
  },
);

/** A HAR that {@link writeHar} wrote: what is read of it, with what HAR has no place for in underscore fields. */
export const ownRecordingSchema = openObject({
  log: openObject({ _petstoreMock: openObject({ run }, { baseUrl: url }), entries: arrayOf(ownEntry) }),
});

export type OwnRecording = FromSchema<typeof ownRecordingSchema>;
export type OwnEntry = FromSchema<typeof ownEntry>;

const nameAndValue = openObject({ name: text }, { value: textOrNull });
const foreignHeaders = arrayOf(nameAndValue);

const postData = openObject(
  {},
  { text: textOrNull, encoding: textOrNull, params: { type: ['array', 'null'], items: nameAndValue } },
);

const request = openObject(
  { method: { type: 'string', pattern: '\\S' }, url: text },
  { headers: foreignHeaders, bodySize: numberOrNull, postData: orNull(postData) },
);

const content = openObject({}, { size: numberOrNull, text: textOrNull, encoding: textOrNull, comment: textOrNull });

const response = openObject(
  {},
  {
    status: numberOrNull,
    statusText: textOrNull,
    httpVersion: textOrNull,
    headers: foreignHeaders,
    bodySize: numberOrNull,
    content: orNull(content),
  },
);

const foreignEntry = openObject(
  { startedDateTime: text, request },
  { time: numberOrNull, cache: { type: ['object', 'null'] }, response: orNull(response) },
);

/** What is read of anybody's HAR. Recorders leave out much that HAR 1.2 asks for; only what is indispensable is required. */
export const foreignRecordingSchema = openObject({ log: openObject({ entries: arrayOf(foreignEntry) }) });

export type ForeignRecording = FromSchema<typeof foreignRecordingSchema>;
export type ForeignEntry = FromSchema<typeof foreignEntry>;
export type ForeignRequest = FromSchema<typeof request>;
export type ForeignResponse = FromSchema<typeof response>;
export type ForeignHeaders = FromSchema<typeof foreignHeaders>;
