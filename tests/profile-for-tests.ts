import type { Side } from '../src/fidelity/compare/comparison.js';
import type { LearnedResponses, Profile, Shape } from '../src/fidelity/profile/profile.js';
import type { Behaviour } from '../src/service/behaviour.js';
import type { QuestionId } from '../src/service/questions/open-questions.js';

const certain = { confidence: 'certain', exchanges: [1, 2] } as const;

/** A profile learned at level `write` without observations, except the given parts. */
export function blankProfile(
  parts: Partial<Omit<Profile, 'source'>> & { source?: Partial<Profile['source']> } = {},
): Profile {
  return {
    format: 'petstore-mock-profile',
    version: 1,
    questions: {},
    limit: { plan: null, perMinute: null, perDay: null, confidence: 'none', exchanges: [] },
    responses: {},
    latency: {},
    rules: {},
    ...parts,
    source: {
      baseUrl: 'https://staging.example.test/v1',
      kind: 'run',
      learnedAt: '2026-11-21T12:00:00.000Z',
      level: 'write',
      exchanges: 60,
      stopped: null,
      ...parts.source,
    },
  };
}

/** A profile with a name. */
export function sideOf(name: string, parts: Parameters<typeof blankProfile>[0] = {}): Side {
  return { name, profile: blankProfile(parts) };
}

/** Observed choices. `unseen`: members that were not observed. */
export function observedChoices(
  behaviour: { readonly [Id in QuestionId]?: Behaviour[Id] },
  unseen: readonly string[] = [],
): Profile['questions'] {
  const learned = Object.entries(behaviour).map(([id, choice]) => [
    id,
    { choice, origin: 'observed', note: 'it was seen', unseen, ...certain },
  ]);
  return Object.fromEntries(learned) as Profile['questions'];
}

/** Responses with JSON of this shape. */
export function jsonResponses(schema: Shape, parts: Partial<LearnedResponses> = {}): LearnedResponses {
  return { count: 4, headers: [], body: { kind: 'json', schema }, ...certain, ...parts };
}

/** An object that always has these fields. */
export function objectOf(properties: Readonly<Record<string, Shape>>, optional: readonly string[] = []): Shape {
  return { type: ['object'], properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) };
}

export function arrayOf(items: Shape): Shape {
  return { type: ['array'], items };
}

export const text: Shape = { type: ['string'] };
export const integer: Shape = { type: ['integer'] };
export const moment: Shape = { type: ['string'], format: 'date-time' };
