import type { JSONSchema } from 'json-schema-to-ts';
import { object } from '../../json/schema-builders.js';
import { envelope, type QuestionEntries, records } from '../questions/choices.js';
import { versioningQuestions } from '../questions/versioning.js';
import type { OperationEntry } from '../service.js';

const { sunset } = versioningQuestions['sunset-date'].default;

/** §4.4: `GET /pets/{petId}`. */
export const getPet = {
  id: 'getPet',
  area: 'Pets',
  method: 'GET',
  path: '/pets/{petId}',
  section: '4.4',
  statement: 'service.has-pets-and-store-areas',
  summary: 'Looks up one pet; deprecated, with a sunset date',
  description: `\`GET /pets/{petId}\`: deprecated, with a sunset date. The document shows no date: ${sunset} is assumed.`,
  deprecated: true,
  successor: 'listInventory',
  responses: {
    200: { schema: 'Pet', description: 'The pet' },
  },
  schemas: {
    /** Its fields are not shown by the document (open question `pet-shape`). */
    Pet: {
      type: 'object',
      additionalProperties: true,
      description: 'A pet. The document does not show its fields.',
    } as const satisfies JSONSchema,
  },
} as const satisfies OperationEntry;

export const petSentences = {
  '§4.4': {
    'pets.is-deprecated-with-sunset-date': '`GET /pets/{petId}`: deprecated, with a sunset date.',
  },
} as const;

export const petQuestions = {
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
} as const satisfies QuestionEntries;
