import { gatherEvidence, judgeRule, type Verdict } from '../src/judge/judge.js';
import type { JudgeSettings, Rule } from '../src/judge/rule.js';
import { type ExchangeInit, recorded, settings } from './recorded.js';

/** Judges exchanges by one of several rules. */
export function judgedBy(
  rules: readonly Rule[],
  id: string,
  exchanges: readonly ExchangeInit[],
  changed: Partial<JudgeSettings> = {},
): Verdict {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  return judgeRule(rule, gatherEvidence(recorded(...exchanges), { ...settings, ...changed }));
}
