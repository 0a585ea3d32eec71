import { type ErrorName, errorCatalogue, errorSituations } from '../errors.js';
import { headerText, oneOf, type QuestionEntries } from './choices.js';

const someText = { type: 'string', pattern: '\\S' } as const;
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

export const errorQuestions = {
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
  'malformed-pet-id': {
    section: '4.2',
    question: 'What does a path id that is not an int64 get?',
    observable: 'passive',
    choices: '400, 404',
    ...oneOf(400, 404),
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
    schema: { anyOf: [{ enum: ['bearer', 'none'] }, headerText] },
    default: 'bearer',
  },
} as const satisfies QuestionEntries;
