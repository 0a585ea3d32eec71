import { defineRules } from '../note.js';
import type { OperationRules } from '../rule.js';
import { judgeOperationExists } from './bodies.js';

/** `GET /pets/{petId}` (§4.4). */
export const getPet: OperationRules = {
  rules: defineRules({ severity: 'implied', class: 'read', operations: ['getPet'] }, [
    {
      id: 'versioning/deprecated-answers',
      title: 'GET /pets/{petId}, although deprecated, responds without a 5xx, and with JSON if with a body',
      statements: ['pets.is-deprecated-with-sunset-date', 'service.has-pets-and-store-areas'],
      // The pet may be unknown, and the operation gone.
      judge: judgeOperationExists('getPet', []),
    },
  ]),
  observers: { 'pet-shape': 'only learning compares fields' },
};
