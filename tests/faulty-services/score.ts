import { type Level, levels } from '../../src/exchange/transcript.js';
import type { Verdict } from '../../src/judge/judge.js';
import type { ConformantVariation } from './conformant-variation.js';
import type { FaultyService } from './faulty-service.js';
import { checkService } from './in-process.js';

export interface Run {
  readonly level: Level;
  readonly isExclusive: boolean;
  readonly seed: number;
}

/** What the suite made of a faulty service. */
export interface Catch {
  readonly service: FaultyService;
  readonly run: Run;
  readonly verdicts: readonly Verdict[];
  /** Rules that reported a violation. */
  readonly by: readonly string[];
  /** One of the rules that have to see it did. */
  readonly isCaught: boolean;
}

/** A variation that was accused though it keeps every promise, or whose stock was not put back though nobody else was there. */
export interface FalseAlarm {
  readonly variation: ConformantVariation;
  readonly run: Run;
  readonly by: readonly string[];
  /** One line each. */
  readonly problems: readonly string[];
}

export async function tryToCatch(service: FaultyService, run: Run): Promise<Catch> {
  const { verdicts } = await checkService(service.make(), { ...run, plan: service.plan });
  const by = violatedRules(verdicts);
  return { service, run, verdicts, by, isCaught: service.caughtBy.some((id) => by.includes(id)) };
}

/** Returns undefined when nothing was found, as it should be. */
export async function tryToAccuse(variation: ConformantVariation, run: Run): Promise<FalseAlarm | undefined> {
  const { verdicts, leftBehind, leftOpen } = await checkService(variation.make(), { ...run, plan: variation.plan });
  const left = run.isExclusive ? [leftBehind, ...leftOpen].filter((each) => each !== undefined) : [];
  const by = violatedRules(verdicts);
  if (by.length + left.length === 0) return undefined;
  return { variation, run, by, problems: [...problemsOf(verdicts), ...left.map((each) => `left behind: ${each}`)] };
}

/** Levels whose requests can show the fault. */
export function levelsOf({ seenAt }: FaultyService): Level[] {
  return levels.slice(levels.indexOf(seenAt));
}

/** Every way to run the suite against a variation: it is told that it is alone only where it is. */
export function runsOf({ isShared }: ConformantVariation, seeds: readonly number[]): Run[] {
  const exclusive = isShared ? [false] : [true, false];
  return levels.flatMap((level) =>
    exclusive.flatMap((isExclusive) => seeds.map((seed) => ({ level, isExclusive, seed }))),
  );
}

function violatedRules(verdicts: readonly Verdict[]): string[] {
  return verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
}

/** What a violation says, one line for each finding. */
export function problemsOf(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ rule, findings }) =>
    findings.map(({ exchange, problem, received }) => `${rule.id} at exchange ${exchange}: ${problem} (${received})`),
  );
}
