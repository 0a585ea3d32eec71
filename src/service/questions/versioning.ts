import { object } from '../../json/schema-builders.js';
import { headerText, oneOf, type QuestionEntries } from './choices.js';

const instant = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z)?$',
  description: 'a UTC timestamp such as "2027-12-31T00:00:00Z"',
} as const;

export const versioningQuestions = {
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
} as const satisfies QuestionEntries;
