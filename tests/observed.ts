import { gatherEvidence } from '../src/judge/judge.js';
import { type Observation, observe } from '../src/judge/observations/observe.js';
import type { JudgeSettings } from '../src/judge/rule.js';
import { behaviourSchema } from '../src/service/behaviour.js';
import type { QuestionId } from '../src/service/questions/open-questions.js';
import { findViolation } from '../src/service/validate.js';
import { type ExchangeInit, recorded, settings } from './recorded.js';

/** Observes one question in exchanges. Throws if its choice is not valid in a behaviour. */
export function observed(
  question: QuestionId,
  exchanges: readonly ExchangeInit[],
  changed: Partial<JudgeSettings> = {},
): Observation {
  const all = observe(gatherEvidence(recorded(...exchanges), { ...settings, ...changed }));
  const observation = all.find((one) => one.question === question);
  if (observation === undefined) throw new Error(`There is no question ${question}.`);
  const { choice } = observation;
  const violation = choice === undefined ? undefined : findViolation(behaviourSchema, { [question]: choice });
  if (violation !== undefined) throw new Error(`${violation.pointer} ${violation.problem}`);
  return observation;
}
