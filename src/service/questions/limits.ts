import { object } from '../../json/schema-builders.js';
import { oneOf, positiveInteger, type QuestionEntries } from './choices.js';

/** A String of RFC 9651 without escapes. */
const policyName = { type: 'string', pattern: '^[ !#-\\[\\]-~]{1,80}$' } as const;
const policyNames = { minute: policyName, day: policyName } as const;
const windowStart = { enum: ['first-request', 'calendar', 'sliding'] } as const;
const whichWindows = { enum: ['each-window', 'described-window'] } as const;

export const limitQuestions = {
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
    choices:
      'first-request (at the first request in it), calendar (calendar minute, UTC day), sliding, {"minute": "first-request", "day": "calendar"} (one of these for each)',
    schema: { anyOf: [windowStart, object({ minute: windowStart, day: windowStart })] },
    default: 'first-request',
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
} as const satisfies QuestionEntries;
