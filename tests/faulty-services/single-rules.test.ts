// Long: a rule that catches a faulty service in a run of all rules catches it alone, too, with what the repeating command says.
import { describe, expect, it } from 'vitest';
import { readCheckSettings } from '../../src/cli/check/check-options.js';
import { chooseRules } from '../../src/cli/check/chosen-rules.js';
import { repeatCommand } from '../../src/cli/check/repeat-command.js';
import type { Verdict } from '../../src/judge/judge.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { type CheckedService, checkService } from '../conformant-service/in-process.js';
import { faultyServices } from './faulty-services.js';

const SEED = 11;

/** Rules that notice a fault only since the requests of others came before: those others are there to catch it. */
const byTheWay: Readonly<Record<string, readonly string[]>> = {
  'lists a different sample each time': ['auth/refused-changes-nothing'],
  'takes the same body for the same update': ['update/malformed-id'],
  'lists no pet of which none is left': ['update/unknown-pet'],
  'changes every pet of the same status': ['update/stored'],
  'returns the pet whose update arrived last': ['update/sets'],
};

/** Returns the pet that the command names which repeats a violation. */
function petOf({ rule, findings: [first] }: Verdict, { transcript }: CheckedService): string | undefined {
  const { run } = transcript;
  if (first === undefined || run === undefined) throw new Error('A violation has a finding, and a run its facts.');
  const shown = { rule: rule.id, exchanges: [...first.related, first.exchange], transcript };
  const settings = readCheckSettings(run.baseUrl, { level: run.level, isExclusive: run.isExclusive });
  const command = repeatCommand({ ...shown, settings: { ...run, judged: petstoreJudge } }, settings);
  return / --pet-id (\S+)/.exec(command)?.[1];
}

describe.each([true, false])('exclusive: %s', (isExclusive) => {
  // Where others use the key, the limit is exhausted with lists alone.
  const services = faultyServices.filter(({ seenAt }) => isExclusive || seenAt !== 'exhaust');

  it.each(services)('each rule alone catches the service that $name', async (service) => {
    const { name, plan, maxRequests, seenAt: level } = service;
    const options = { level, isExclusive, isFake: isExclusive, seed: SEED, plan, maxRequests };
    const full = await checkService(service.make(), options);
    const violated = full.verdicts.filter(({ outcome }) => outcome === 'violation');
    const missed: string[] = [];
    for (const verdict of violated) {
      const { id } = verdict.rule;
      const alone = { ...options, ...chooseRules([id], level), petId: petOf(verdict, full) };
      const { verdicts } = await checkService(service.make(), alone);
      expect(verdicts.map(({ rule }) => rule.id)).toEqual([id]);
      if (verdicts[0]?.outcome !== 'violation') missed.push(id);
    }
    expect(missed.filter((id) => byTheWay[name]?.includes(id) !== true)).toEqual([]);
  });
});
