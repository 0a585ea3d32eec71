import { type Level, levels } from '../../src/exchange/transcript.js';
import type { Verdict } from '../../src/judge/judge.js';
import { checkService } from '../conformant-service/in-process.js';
import type { ConformantVariation, FaultyService } from './faulty-service.js';

export interface Run {
  readonly level: Level;
  readonly isExclusive: boolean;
  readonly seed: number;
}

/** What the suite found in a faulty service. */
export interface Catch {
  readonly service: FaultyService;
  readonly run: Run;
  readonly verdicts: readonly Verdict[];
  /** Rules that reported a violation. */
  readonly by: readonly string[];
  /** By one of the rules that have to report it. */
  readonly isCaught: boolean;
}

/** A conformant variation for which a rule reported a violation, or whose stock was not restored without other clients. */
export interface FalseAlarm {
  readonly variation: ConformantVariation;
  readonly run: Run;
  readonly by: readonly string[];
  /** One line each. */
  readonly problems: readonly string[];
}

export async function tryToCatch(service: FaultyService, run: Run): Promise<Catch> {
  const { plan, maxRequests } = service;
  const { verdicts } = await checkService(service.make(), { ...run, isFake: run.isExclusive, plan, maxRequests });
  const by = violatedRules(verdicts);
  return { service, run, verdicts, by, isCaught: service.caughtBy.some((id) => by.includes(id)) };
}

/** Returns undefined if nothing was found, as it should be. */
export async function tryToAccuse(variation: ConformantVariation, run: Run): Promise<FalseAlarm | undefined> {
  const { verdicts, left } = await checkService(variation.make(), {
    ...run,
    isFake: run.isExclusive,
    plan: variation.plan,
  });
  const changed = run.isExclusive ? left : [];
  const by = violatedRules(verdicts);
  if (by.length + changed.length === 0) return undefined;
  return { variation, run, by, problems: [...problemsOf(verdicts), ...changed.map((each) => `left behind: ${each}`)] };
}

/** Levels whose requests can show the fault. */
export function levelsOf({ seenAt }: FaultyService): Level[] {
  return levels.slice(levels.indexOf(seenAt));
}

/** Every way to run the suite against a variation; `isExclusive` only where the suite is alone. */
export function runsOf({ isShared }: ConformantVariation, seeds: readonly number[]): Run[] {
  const exclusive = isShared ? [false] : [true, false];
  return levels.flatMap((level) =>
    exclusive.flatMap((isExclusive) => seeds.map((seed) => ({ level, isExclusive, seed }))),
  );
}

function violatedRules(verdicts: readonly Verdict[]): string[] {
  return verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
}

/** Returns one line for each finding. */
export function problemsOf(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ rule, findings }) =>
    findings.map(({ exchange, problem, received }) => `${rule.id} at exchange ${exchange}: ${problem} (${received})`),
  );
}
