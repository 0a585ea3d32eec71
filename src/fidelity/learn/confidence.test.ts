import { expect, it } from 'vitest';
import { memberEvidence } from './confidence.js';

const whole = { exchanges: [1, 2, 3], sightings: 3 };

it('cites each member that was observed less often than the choice', () => {
  const members = {
    always: whole,
    twice: { exchanges: [1, 3], sightings: 2 },
    once: { exchanges: [2], sightings: 1 },
    never: { exchanges: [], sightings: 0 },
  };
  expect(memberEvidence({ ...whole, members }, [])).toEqual({
    members: {
      twice: { confidence: 'certain', exchanges: [1, 3] },
      once: { confidence: 'likely', exchanges: [2] },
    },
  });
  expect(memberEvidence({ ...whole, members }, ['twice', 'once'])).toEqual({});
});

it('returns nothing without members', () => {
  expect(memberEvidence(whole, [])).toEqual({});
});
