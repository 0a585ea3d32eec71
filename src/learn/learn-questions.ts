import type { JsonValue } from '../json/json-value.js';
import type { Evidence } from '../judge/evidence.js';
import type { Observation } from '../judge/observation.js';
import { observe } from '../judge/observations/observe.js';
import type { Reading } from '../judge/reading.js';
import type { LearnedAnswer, Profile } from '../profile/profile.js';
import { defaultBehaviour } from '../spec/behaviour.js';
import type { QuestionId } from '../spec/open-questions.js';
import { findViolation } from '../validation/validate.js';
import { cleanAnswer } from './clean-answer.js';
import { confidenceOf, evidenceOf } from './confidence.js';
import { learnOrderShape } from './learn-order-shape.js';
import { learnPetShape } from './learn-pet-shape.js';
import type { Learned } from './learned.js';
import { memberEvidence } from './member-evidence.js';
import { atNamedOperations } from './named-operation.js';
import { withoutQuotes } from './plain-text.js';

/** What a sight of records tells is more than an observation says: an answer made up to fit them. */
const lookedAtHere: { readonly [Id in QuestionId]?: (evidence: Evidence) => Learned } = {
  'pet-shape': learnPetShape,
  'order-shape': learnOrderShape,
};

/** Learns how every open question is answered; what was not seen is the fake's default, and says so. */
export function learnQuestions(evidence: Evidence, stored: readonly string[]): Profile['questions'] {
  const narrow = (seen: Observation) => (seen.question === 'error-messages' ? atNamedOperations(seen, evidence) : seen);
  const learned = observe(evidence).map((observation) => {
    const look = lookedAtHere[observation.question];
    const seen = look === undefined ? narrow(observation) : observationOf(observation.question, look(evidence));
    return [observation.question, learnQuestion(seen, stored)] as const;
  });
  return Object.fromEntries(learned) as Profile['questions'];
}

function observationOf(question: QuestionId, learned: Learned): Observation {
  const { answer, note, readings, unseen = [], members = {} } = learned;
  const shown = Object.entries(members).map(([name, own]) => [name, sightingsOf(own)] as const);
  return { question, answer, note, ...sightingsOf(readings), unseen, members: Object.fromEntries(shown) };
}

function sightingsOf(readings: readonly Reading[]): Pick<Observation, 'exchanges' | 'sightings'> {
  return { exchanges: evidenceOf(readings).exchanges, sightings: readings.length };
}

function learnQuestion(observation: Observation, stored: readonly string[]): LearnedAnswer<unknown> {
  const { question, exchanges, sightings } = observation;
  const note = withoutQuotes(observation.note);
  if (observation.answer === undefined) return unseen(question, note, exchanges);
  const { answer, removed } = cleanAnswer(question, observation.answer, stored);
  if (answer === undefined || !isChoice(question, answer)) {
    return unseen(question, 'what was seen could hold more than the service’s own words', exchanges);
  }
  const notSeen = [...new Set([...observation.unseen, ...removed])];
  const taken = removed.map((name) => [name, 'it could hold more than the service’s own words'] as const);
  const untold = { ...observation.untold, ...Object.fromEntries(taken) };
  return {
    answer,
    origin: 'observed',
    confidence: confidenceOf(sightings),
    ...(notSeen.length > 0 && { unseen: notSeen }),
    ...(Object.keys(untold).length > 0 && { untold }),
    ...memberEvidence(observation, notSeen),
    note,
    exchanges,
  };
}

function unseen(question: QuestionId, note: string, exchanges: readonly number[]): LearnedAnswer<unknown> {
  return { answer: defaultBehaviour[question], origin: 'default', confidence: 'none', note, exchanges };
}

/** A fake must be able to do it. */
function isChoice(question: QuestionId, answer: JsonValue): boolean {
  return findViolation('Behaviour', { [question]: answer }) === undefined;
}
