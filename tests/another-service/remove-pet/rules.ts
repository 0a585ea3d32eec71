import { defineRules, judgeEach, passes, violates } from '../../../src/judge/note.js';
import { documentedReadings } from '../../../src/judge/requests.js';
import type { OperationRules } from '../../../src/judge/rule.js';

/** What must hold: `src/judge/rules/remove-pet.ts`. */
export const removePet: OperationRules = {
  rules: defineRules({ class: 'write', operations: ['removePet'] }, [
    {
      id: 'removal/unknown-pet',
      title: 'Removing a pet that is not listed gets 404',
      statements: ['removal.answers-404'],
      judge: judgeEach(documentedReadings, (reading) => {
        if (reading.operation?.id !== 'removePet' || !reading.isKeyed || reading.isLimited) return undefined;
        if (reading.status === 404) return passes(reading);
        const received = String(reading.status);
        return violates(reading, { problem: 'a pet that is not listed was removed', expected: '404', received });
      }),
    },
  ]),
};
