import type { JSONSchema } from 'json-schema-to-ts';
import { type ErrorName, errorCatalogue, errorSituations } from './errors.js';
import { checks } from './order-of-checks.js';
import { object } from './schema-builders.js';

/** The level of a check that can observe the choice; `never`: observing it would do harm. */
export type Observable = 'passive' | 'write' | 'exhaust' | 'never';

/** An open question of the document. `schema` describes the possible choices, `default` is the fake's choice. */
export interface OpenQuestion {
  /** Section of the document, or `–` if none is related. */
  readonly section: string;
  readonly question: string;
  readonly observable: Observable;
  /** The choices in words, the default first. */
  readonly choices: string;
  readonly schema: JSONSchema;
  readonly default: unknown;
}

/** Returns the schema of a choice between values, the default first. */
function oneOf<const Values extends readonly [unknown, ...unknown[]]>(...values: Values) {
  return { schema: { enum: values }, default: values[0] as Values[0] };
}

const safeInteger = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;
const positiveInteger = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const instant = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z)?$',
  description: 'a UTC timestamp such as "2027-12-31T00:00:00Z"',
} as const;
/** Of any JSON: a pet need not be an object. */
const records = { type: 'array', items: {} } as const;
const envelope = object({ field: { type: 'string' } }, { rest: { type: 'object' } });
const someText = { type: 'string', pattern: '\\S' } as const;
/** A String of RFC 9651 without escapes. */
const policyName = { type: 'string', pattern: '^[ !#-\\[\\]-~]{1,80}$' } as const;
const policyNames = { minute: policyName, day: policyName } as const;
const whichWindows = { enum: ['each-window', 'described-window'] } as const;
const headerText = { type: 'string', pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$' } as const;

/** The largest choice for `body-limit`. */
export const LARGEST_BODY_LIMIT = 67_108_864;

const errorTexts = {
  type: 'object',
  properties: Object.fromEntries(
    Object.keys({ ...errorCatalogue, ...errorSituations }).map((name) => [name, someText]),
  ),
  additionalProperties: false,
} as unknown as {
  readonly type: 'object';
  readonly properties: { readonly [Name in ErrorName]: typeof someText };
  readonly additionalProperties: false;
};

/** The register of everything that the document leaves open, by permanent id. */
export const openQuestions = {
  'order-of-checks': {
    section: '–',
    question: 'What is checked first?',
    observable: 'passive',
    choices: `as-listed (${checks.join(', ')}), a list of these in another order, each once, size before json before fields and pet-id before pet`,
    schema: { anyOf: [{ const: 'as-listed' }, { type: 'array', items: { enum: checks } }] },
    default: 'as-listed',
  },
  'unauthenticated-quota': {
    section: '8.1',
    question: 'Which limit do 401 responses show, and whom do they charge?',
    observable: 'passive',
    choices:
      'free-plan-untouched (the minute of the Free plan; nobody is charged), per-address (one Free bucket for each caller address)',
    ...oneOf('free-plan-untouched', 'per-address'),
  },
  'refused-requests-count': {
    section: '8',
    question: 'Which rejected requests use quota?',
    observable: 'passive',
    choices:
      '400 and 404 yes, 429 no; each can be switched, all three are given together; any other status is like 400',
    schema: object({ '400': { type: 'boolean' }, '404': { type: 'boolean' }, '429': { type: 'boolean' } }),
    default: { '400': true, '404': true, '429': false },
  },
  'described-window': {
    section: '8.2',
    question: 'Which window do the rate-limit headers describe?',
    observable: 'passive',
    choices: 'fewest-remaining (on a tie the minute), minute, day',
    ...oneOf('fewest-remaining', 'minute', 'day'),
  },
  'rate-limit-fields': {
    section: '8.1',
    question: 'Which fields of the IETF draft stand beside the three rate-limit headers?',
    observable: 'passive',
    choices:
      'x (the three headers alone), both (also RateLimit-Policy and RateLimit, each with an item for the minute and one for the day), {"RateLimit-Policy": "each-window", "RateLimit": "described-window"} (the latter: an item for the window that the three headers describe; an omitted field is not sent; "minute" and "day" name the policies)',
    schema: {
      anyOf: [
        { enum: ['x', 'both'] },
        object({ 'RateLimit-Policy': whichWindows }, { RateLimit: whichWindows, ...policyNames }),
        object({ RateLimit: whichWindows }, { 'RateLimit-Policy': whichWindows, ...policyNames }),
      ],
    },
    default: 'x',
  },
  'window-start': {
    section: '8',
    question: 'When does a window begin?',
    observable: 'exhaust',
    choices: 'first-request (at the first request in it), calendar (calendar minute, UTC day), sliding',
    ...oneOf('first-request', 'calendar', 'sliding'),
  },
  'retry-after-format': {
    section: '8.3',
    question: 'Is Retry-After given in seconds or as a date?',
    observable: 'exhaust',
    choices: 'seconds (rounded up, at least 1), http-date',
    ...oneOf('seconds', 'http-date'),
  },
  'retry-after-delay-seconds': {
    section: '8.3',
    question: 'How long after the reset does Retry-After end?',
    observable: 'exhaust',
    choices: '0, any number of seconds up to 3,600',
    schema: { type: 'integer', minimum: 0, maximum: 3_600 },
    default: 0,
  },
  'ban-threshold': {
    section: '8.4',
    question: 'How many rejected requests within one window lead to a ban?',
    observable: 'never',
    choices: '10, any number, never',
    schema: { anyOf: [positiveInteger, { const: 'never' }] },
    default: 10,
  },
  'ban-duration-seconds': {
    section: '8.4',
    question: 'How long does a ban last?',
    observable: 'never',
    choices: '300, any number of seconds',
    schema: positiveInteger,
    default: 300,
  },
  'ban-status': {
    section: '8.4',
    question: 'What does a banned key get?',
    observable: 'never',
    choices: '429 (code key_banned, Retry-After until the ban ends), 403 (the same with status 403)',
    ...oneOf(429, 403),
  },
  'enterprise-limits': {
    section: '8',
    question: 'What are the custom quotas of the Enterprise plan?',
    observable: 'passive',
    choices: '5,000 a minute and 1,000,000 a day, any pair',
    schema: object({ perMinute: positiveInteger, perDay: positiveInteger }),
    default: { perMinute: 5_000, perDay: 1_000_000 },
  },
  'error-codes': {
    section: '7',
    question: 'What are the values of an error’s code?',
    observable: 'passive',
    choices: 'each code as it is named, any other text for a code, or for a situation such as key-missing',
    schema: errorTexts,
    default: {},
  },
  'error-messages': {
    section: '7',
    question: 'What are the texts of an error’s message?',
    observable: 'passive',
    choices:
      'explain (a sentence that names what was wrong and where), a text for any code or situation ({petId} in it stands for the requested id)',
    schema: { anyOf: [{ const: 'explain' }, errorTexts] },
    default: 'explain',
  },
  'quantity-range': {
    section: '2.3',
    question: 'What are the bounds of quantity?',
    observable: 'write',
    choices: '−(2^53−1) to 2^53−1, any narrower range; outside it: 400, never rounded',
    schema: object({ minimum: safeInteger, maximum: safeInteger }),
    default: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  },
  'malformed-pet-id': {
    section: '4.2',
    question: 'What does a path id that is not an int64 get?',
    observable: 'passive',
    choices: '400, 404',
    ...oneOf(400, 404),
  },
  'extra-body-fields': {
    section: '2.3',
    question: 'What happens to unknown fields in a body?',
    observable: 'write',
    choices: 'ignored, refused (400)',
    ...oneOf('ignored', 'refused'),
  },
  'update-content-type': {
    section: '4.2',
    question: 'What does a PATCH without a content type, or with another one, get?',
    observable: 'write',
    choices: '400, 415, ignored',
    ...oneOf(400, 415, 'ignored'),
  },
  'message-content-type': {
    section: '4.3',
    question: 'What does a message of another content type get? (Without one it gets 400.)',
    observable: 'write',
    choices: '400, 415, ignored',
    ...oneOf(400, 415, 'ignored'),
  },
  'empty-message': {
    section: '4.3',
    question: 'What does a `message` that is empty, or of blanks alone, get?',
    observable: 'write',
    choices: 'accepted, 400 (both), 400-if-empty (blanks are accepted)',
    ...oneOf('accepted', 400, '400-if-empty'),
  },
  'message-success-status': {
    section: '4.3',
    question: 'Which status code does a sent message get?',
    observable: 'write',
    choices: '200, 201, 202',
    ...oneOf(200, 201, 202),
  },
  'messages-base-url': {
    section: '4.3',
    question: 'Where does POST /messages live?',
    observable: 'never',
    choices: 'same (the base URL), any other http(s) URL without a query',
    schema: { anyOf: [{ const: 'same' }, { type: 'string', pattern: '^https?://[^/?#]+(/[^?#]*)?$' }] },
    default: 'same',
  },
  'messages-rate-limited': {
    section: '8.1',
    question: 'Does POST /messages carry the rate-limit headers and use quota?',
    observable: 'write',
    choices: 'true, false',
    schema: { type: 'boolean' },
    default: true,
  },
  'pet-shape': {
    section: '4.4',
    question: 'Which fields does a pet have?',
    observable: 'passive',
    choices:
      'default (id, name, species, status, tags; id and status agree with the stock record), {"records": […]} (examples, given word for word except for the fields that "fromStock" names; with "envelope" in that field of an object)',
    schema: {
      anyOf: [
        { const: 'default' },
        object(
          { records: { ...records, minItems: 1 } },
          {
            fromStock: {
              type: 'object',
              additionalProperties: { enum: ['petId', 'quantity', 'status'] },
              description: 'which fields of the stock record stand in which fields of the pet, such as {"id": "petId"}',
            },
            envelope: { ...envelope, description: 'in which field the pet stands, and what stands beside it' },
          },
        ),
      ],
    },
    default: 'default',
  },
  'order-shape': {
    section: '4.4',
    question: 'Which fields does an order have?',
    observable: 'passive',
    choices:
      'default (id, petId, quantity, placedAt, status), {"records": […]} (examples, given word for word; none: the list is empty), either in the field of an object that "envelope" names',
    schema: {
      anyOf: [
        { const: 'default' },
        {
          type: 'object',
          minProperties: 1,
          properties: {
            records,
            envelope: { ...envelope, description: 'in which field the orders stand, and what stands beside them' },
          },
          additionalProperties: false,
        },
      ],
    },
    default: 'default',
  },
  'deprecation-headers': {
    section: '9',
    question: 'How does a deprecation show on the wire?',
    observable: 'passive',
    choices:
      'standard (Deprecation of RFC 9745, Sunset of RFC 8594, Link to the successor), none, any of the three word for word',
    schema: {
      anyOf: [
        { enum: ['standard', 'none'] },
        { ...object({}, { Deprecation: headerText, Sunset: headerText, Link: headerText }), minProperties: 1 },
      ],
    },
    default: 'standard',
  },
  'sunset-date': {
    section: '9',
    question: 'Since when is GET /pets/{petId} deprecated, and when is its sunset?',
    observable: 'passive',
    choices: 'deprecated since 2026-06-30, sunset on 2027-12-31; any pair of moments',
    schema: object({ deprecatedSince: instant, sunset: instant }),
    default: { deprecatedSince: '2026-06-30T00:00:00Z', sunset: '2027-12-31T00:00:00Z' },
  },
  'after-sunset': {
    section: '9',
    question: 'What does the deprecated operation do after its sunset?',
    observable: 'never',
    choices: 'keeps-answering, 410 (with an Error)',
    ...oneOf('keeps-answering', 410),
  },
  'unknown-method': {
    section: '–',
    question: 'What does a known path with another method get?',
    observable: 'passive',
    choices: '405 (with Allow), 404',
    ...oneOf(405, 404),
  },
  'www-authenticate': {
    section: '5',
    question: 'Does a 401 carry a challenge?',
    observable: 'passive',
    choices: 'bearer (RFC 6750), none (imitates a deployment that violates RFC 9110), any other text, word for word',
    schema: headerText,
    default: 'bearer',
  },
  'body-limit': {
    section: '–',
    question: 'How many bytes may a body have?',
    observable: 'write',
    choices: '1,048,576 (1 MiB), any number up to 64 MiB; larger: 413',
    schema: { type: 'integer', minimum: 1, maximum: LARGEST_BODY_LIMIT },
    default: 1_048_576,
  },
  'list-order': {
    section: '4.1',
    question: 'What is the order of the list?',
    observable: 'passive',
    choices: 'ascending (by petId), descending',
    ...oneOf('ascending', 'descending'),
  },
} as const satisfies Record<string, OpenQuestion>;

/** The id of an open question. */
export type QuestionId = keyof typeof openQuestions;

export const questionIds = Object.keys(openQuestions) as QuestionId[];
