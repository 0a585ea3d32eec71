import type { JsonValue } from '../../json/json.js';
import { type Observation, observationOf, observe } from '../../judge/observations/observe.js';
import type { Evidence } from '../../judge/rule.js';
import { behaviourSchema, defaultBehaviour } from '../../service/behaviour.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';
import { conforms } from '../../service/validate.js';
import type { LearnedChoice, Profile } from '../profile/profile.js';
import { recordQuestions } from '../stock/record-questions.js';
import { allowedChoice } from './allowed-forms.js';
import { confidenceOf, memberEvidence, withoutQuotes } from './confidence.js';
import { learnRecords } from './learn-records.js';

/** Learns the choice for every open question. One that was not seen is the fake's default, and is marked as such. */
export function learnQuestions(evidence: Evidence, service: Service): Profile['questions'] {
  const learned = observe(evidence).map((observation) => {
    const { question } = observation;
    // Of records more is learned than an observation has.
    const records = recordQuestions[question];
    const seen =
      records === undefined ? observation : observationOf(question, learnRecords(records, evidence, service));
    return [question, learnQuestion(seen, evidence.settings.baseUrl, service)] as const;
  });
  return Object.fromEntries(learned) as Profile['questions'];
}

function learnQuestion(observation: Observation, baseUrl: string, service: Service): LearnedChoice<unknown> {
  const { question, exchanges, sightings } = observation;
  const note = withoutQuotes(observation.note);
  if (observation.choice === undefined) return unseen(question, note, exchanges);
  const { choice, removed } = allowedChoice(question, observation.choice, baseUrl, service);
  if (choice === undefined || !isChoice(question, choice)) return unseen(question, NOT_ALLOWED, exchanges);
  const notSeen = [...new Set([...observation.unseen, ...removed])];
  const unknown = { ...observation.unknown, ...Object.fromEntries(removed.map((name) => [name, NOT_ALLOWED])) };
  return {
    choice,
    origin: 'observed',
    confidence: confidenceOf(sightings),
    ...(notSeen.length > 0 && { unseen: notSeen }),
    ...(Object.keys(unknown).length > 0 && { unknown }),
    ...memberEvidence(observation, notSeen),
    note,
    exchanges,
  };
}

const NOT_ALLOWED = 'not an allowed form';

function unseen(question: QuestionId, note: string, exchanges: readonly number[]): LearnedChoice<unknown> {
  return { choice: defaultBehaviour[question], origin: 'default', confidence: 'none', note, exchanges };
}

/** Returns whether a fake can make this choice. */
function isChoice(question: QuestionId, choice: JsonValue): boolean {
  return conforms(behaviourSchema, { [question]: choice });
}
