import { object } from '../../json/schema-builders.js';
import { type ErrorName, errorCatalogue, errorSituations } from '../errors.js';
import { headerText, oneOf, type QuestionEntries } from './choices.js';

const someText = { type: 'string', pattern: '\\S' } as const;
const names = Object.keys({ ...errorCatalogue, ...errorSituations });
const errorTexts = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, someText])),
  propertyNames: { pattern: `^(?:[a-z]\\w* )?(?:${names.join('|')})$` },
  additionalProperties: someText,
} as unknown as {
  readonly type: 'object';
  readonly properties: { readonly [Name in ErrorName]: typeof someText };
  readonly additionalProperties: false;
};

const challenges = object({ missing: headerText, wrong: headerText }, { empty: headerText, 'not-bearer': headerText });
const badId = { enum: [400, 404] } as const;

export const errorQuestions = {
  'error-codes': {
    section: '7',
    question: 'What are the values of an error’s code?',
    observable: 'passive',
    choices:
      'each code as it is named, any other text for a code, or for a situation such as key-missing, everywhere or at one operation (sendMessage field-missing)',
    schema: errorTexts,
    default: {},
  },
  'error-messages': {
    section: '7',
    question: 'What are the texts of an error’s message?',
    observable: 'passive',
    choices:
      'explain (a sentence that names what was wrong and where), a text for any code or situation, everywhere or at one operation ({petId}, {method} and {path} in it stand for those of the request)',
    schema: { anyOf: [{ const: 'explain' }, errorTexts] },
    default: 'explain',
  },
  'malformed-pet-id': {
    section: '4.2',
    question: 'What does a path id that is not an int64 get?',
    observable: 'passive',
    choices: '400, 404, {"beyond-int64": 400, "other": 404} (an integer beyond int64, and everything else)',
    schema: { anyOf: [badId, object({ 'beyond-int64': badId, other: badId })] },
    default: 400,
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
    choices:
      'bearer (RFC 6750), none (imitates a deployment that violates RFC 9110), any other text, word for word, {"missing": "Bearer", "wrong": "Bearer error=\\"invalid_token\\""} (for a missing and a wrong key, also "empty" and "not-bearer")',
    schema: { anyOf: [{ enum: ['bearer', 'none'] }, challenges, headerText] },
    default: 'bearer',
  },
} as const satisfies QuestionEntries;
