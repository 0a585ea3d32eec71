import { oneOf, type QuestionEntries } from './choices.js';
import { checks } from './order-of-checks.js';

export const LARGEST_BODY_LIMIT = 67_108_864;

export const requestQuestions = {
  'order-of-checks': {
    section: '–',
    question: 'What is checked first?',
    observable: 'passive',
    choices: `as-listed (${checks.join(', ')}), a list of these in another order, each once, size before json before fields and pet-id before pet`,
    schema: { anyOf: [{ const: 'as-listed' }, { type: 'array', items: { enum: checks } }] },
    default: 'as-listed',
  },
  'extra-body-fields': {
    section: '2.3',
    question: 'What happens to unknown fields in a body?',
    observable: 'write',
    choices: 'ignored, refused (400)',
    ...oneOf('ignored', 'refused'),
  },
  'body-limit': {
    section: '–',
    question: 'How many bytes may a body have?',
    observable: 'write',
    choices: '1,048,576 (1 MiB), any number up to 64 MiB; larger: 413',
    schema: { type: 'integer', minimum: 1, maximum: LARGEST_BODY_LIMIT },
    default: 1_048_576,
  },
} as const satisfies QuestionEntries;
