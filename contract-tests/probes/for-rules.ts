import { misplacedKeys } from '../../src/exchange/exchange.js';
import { type Level, levels } from '../../src/exchange/transcript.js';
import type { Rule } from '../../src/judge/rule.js';
import { matchTemplate, parseTemplate } from '../../src/service/path-template.js';
import type { Operation, Service } from '../../src/service/service.js';
import { everyExhaustProbe } from './exhaust.js';
import { petstoreSuite, type Suite } from './index.js';
import type { Probe } from './probe.js';

/** What a run sends for some rules, in the order of the plan. */
export interface ChosenProbes {
  readonly suite: Suite;
  /** Whether one of them needs the end of the limit, at level `exhaust`. */
  readonly isExhausting: boolean;
}

/** Returns what rules need of a suite: what they judge, what was sent with it or before it, and the same with the key. */
export function probesFor(rules: readonly Rule[], level: Level, suite: Suite = petstoreSuite): ChosenProbes {
  const { probes } = suite;
  const shown = rules.filter((rule) => mayBeShown(rule, level));
  const isChosen = (probe: Probe) => shown.some((rule) => isNeeded(rule, probe, suite));
  // The first one is the list, which shows the pets.
  const needed = new Set<Probe>([...probes.slice(0, 1), ...probes.filter(isChosen), ...withKey(shown, suite)]);
  const isSent = (probe: Probe) => needed.has(probe) || [...needed].some((other) => isSentWith(probe, other));
  return {
    suite: { ...suite, probes: probes.filter(isSent) },
    isExhausting: everyExhaustProbe.some(isChosen),
  };
}

/** Lower levels may show a rule that judges every request, too. */
function mayBeShown({ class: lowest, shownBy }: Rule, level: Level): boolean {
  return lowest === 'passive' || shownBy === 'all' || levels.indexOf(lowest) <= levels.indexOf(level);
}

function isNeeded(rule: Rule, probe: Probe, { service, probes }: Suite): boolean {
  const { shownBy = 'key', operations } = rule;
  if (rule.class === 'passive') return true;
  if (rule.class === 'exhaust' && probe.level !== 'exhaust' && shownBy !== 'all') return false;
  const operation = operationOf(probe, service);
  if (operations !== undefined && !operations.includes(operation?.id ?? '')) return false;
  if (shownBy === 'all' || probe.judgedBy === rule.id) return true;
  const hasOwn = probes.some(({ judgedBy }) => judgedBy === rule.id);
  return probe.judgedBy === undefined && kindOf(probe) === shownBy && !(hasOwn && operation?.isWrite);
}

function kindOf({ credential }: Probe): Rule['shownBy'] | 'key' {
  if (credential === 'key') return 'key';
  if (credential in misplacedKeys) return 'misplaced';
  return ['none', 'empty key', 'empty header', 'cookie of the service'].includes(credential) ? 'none' : 'wrong';
}

function operationOf({ method, path }: Probe, { operations }: Service): Operation | undefined {
  const isIts = (template: string) => matchTemplate(parseTemplate(template), path, 1) !== undefined;
  return Object.values(operations).find((each) => each.method === method && isIts(each.path));
}

/** Returns the requests that show what a good key gets: for rules about others, which the service may reject for another reason. */
function withKey(rules: readonly Rule[], { probes, service }: Suite): Probe[] {
  const about = rules.filter(({ shownBy = 'key' }) => shownBy !== 'key');
  const reads = Object.values(service.operations).filter(
    ({ id, isWrite }) => !isWrite && about.some(({ operations }) => operations?.includes(id) ?? true),
  );
  return reads.flatMap(
    ({ id }) => probes.find((each) => each.credential === 'key' && operationOf(each, service)?.id === id) ?? [],
  );
}

/** Returns whether a probe is what another one is about, or sent at the same time. */
function isSentWith({ name, together }: Probe, other: Probe): boolean {
  return name === other.after || (together !== undefined && together === other.together);
}
