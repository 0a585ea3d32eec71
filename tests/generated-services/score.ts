import type { Level } from '../../src/exchange/transcript.js';
import { type CheckedService, type CheckOptions, checkServed, checkService } from '../conformant-service/in-process.js';
import { problemsOf } from '../faulty-services/score.js';
import type { ConformantRun } from './draw-conformant.js';
import { drawService, type GeneratedService } from './draw-service.js';
import { examine, type Opinion } from './oracle.js';

/** A way to run the suite that is scored. */
export interface Row {
  readonly name: string;
  /** Faults that show at these levels are counted. */
  readonly shownAt: readonly Level[];
  readonly options: Pick<CheckOptions, 'level' | 'isExclusive' | 'maxRequests'>;
}

export const rows: readonly Row[] = [
  { name: 'read', shownAt: ['read'], options: { level: 'read', isExclusive: false } },
  { name: 'write', shownAt: ['read', 'write'], options: { level: 'write', isExclusive: false } },
  { name: 'write --exclusive', shownAt: ['read', 'write'], options: { level: 'write', isExclusive: true } },
  {
    name: 'write --exclusive --max-requests 200',
    shownAt: ['read', 'write'],
    options: { level: 'write', isExclusive: true, maxRequests: 200 },
  },
  { name: 'exhaust --exclusive', shownAt: ['exhaust'], options: { level: 'exhaust', isExclusive: true } },
];

/** The largest limit that a run exhausts without --max-requests. */
const LARGEST_OVERRUN = 500;

export interface Examined {
  readonly service: GeneratedService;
  readonly opinion: Opinion;
  /** Whether a rule reported a violation, by row; only the rows that count the service. */
  readonly isCaught: ReadonlyMap<Row, boolean>;
  /** What was found in a service that breaks nothing, at the highest level. */
  readonly accusations: readonly string[];
}

/** Draws a service, asks the oracle about it, and runs the suite in every way that counts. */
export async function examineAndCheck(seed: number): Promise<Examined> {
  const service = drawService(seed);
  const opinion = examine(service);
  const isCaught = new Map<Row, boolean>();
  if (opinion.kind === 'faulty') {
    for (const row of rows.filter(({ shownAt }) => shownAt.includes(opinion.seenAt))) {
      isCaught.set(row, (await problemsIn(service, row.options)).length > 0);
    }
    return { service, opinion, isCaught, accusations: [] };
  }
  return {
    service,
    opinion,
    isCaught,
    accusations: await problemsIn(service, { level: 'exhaust', isExclusive: true }),
  };
}

/** Returns one line for each violation that the suite reports. */
export async function problemsIn(service: GeneratedService, options: Row['options']): Promise<string[]> {
  const isLarge = options.level === 'exhaust' && (service.traits.quota?.perMinute ?? 0) > LARGEST_OVERRUN;
  const { verdicts } = await checkService(service.make(), {
    ...options,
    seed: service.seed,
    plan: service.plan,
    ...(isLarge ? { maxRequests: 3_500 } : {}),
  });
  return problemsOf(verdicts.filter(({ outcome }) => outcome === 'violation'));
}

/** Returns the rules that a service violates in process and over sockets, where these differ. */
export async function disagreementIn(seed: number): Promise<string | undefined> {
  const service = drawService(seed);
  const options = { level: 'write', isExclusive: true, seed, plan: service.plan } as const;
  const violated = ({ verdicts }: CheckedService) =>
    verdicts.flatMap(({ rule, outcome }) => (outcome === 'violation' ? rule.id : [])).join(', ') || 'nothing';
  const inProcess = violated(await checkService(service.make(), options));
  const overSockets = violated(await checkServed(service.make(), options));
  return inProcess === overSockets
    ? undefined
    : `${service.name}: ${inProcess} in process, ${overSockets} over sockets`;
}

export interface Share {
  readonly caught: number;
  readonly all: number;
}

/** Returns how many of the services that a row counts were caught. */
export function shareOf(examined: readonly Examined[], row: Row): Share {
  const counted = examined.flatMap(({ isCaught }) => isCaught.get(row) ?? []);
  return { caught: counted.filter(Boolean).length, all: counted.length };
}

/** Returns the 95 % interval of a share (Wilson's), as numbers from 0 to 1. */
export function intervalOf({ caught, all }: Share): readonly [least: number, most: number] {
  if (all === 0) return [0, 1];
  const z = 1.96;
  const share = caught / all;
  const middle = share + z ** 2 / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z / (2 * all)) ** 2);
  const whole = 1 + z ** 2 / all;
  return [Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole)];
}

/** Groups what was examined, in the order in which groups come up first. */
export function groupedBy(examined: readonly Examined[], keyOf: (each: Examined) => string): Map<string, Examined[]> {
  const groups = new Map<string, Examined[]>();
  for (const each of examined) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

/** Returns the operation and the part of a place: `updateInventory 200`, `sendMessage body`. */
export function kindOfPlace({ service: { place } }: Examined): string {
  const [first = '', second = ''] = place.replace('every operation ', '').split(' ');
  return second === 'of' ? first : `${first} ${second}`;
}

/** Returns one line for each violation that the suite reports in a conformant service, as drawn; none if it is right. */
export async function falseAlarmsIn(run: ConformantRun): Promise<string[]> {
  const { key: apiKey, level, isExclusive, seed, plan, maxRequests } = run;
  const service = run.make();
  const stock = () => service.state.pets.map(({ petId, quantity }) => `pet ${petId} with ${quantity}`);
  const before = stock();
  const how = { apiKey, level, isExclusive, seed, plan, maxRequests };
  const { verdicts, transcript } = await checkService(service, how);
  const isOutage = (number: number) => transcript.exchanges[number - 1]?.response?.status === 503;
  const accused = verdicts
    .filter(({ outcome }) => outcome === 'violation')
    .map((verdict) => ({ ...verdict, findings: verdict.findings.filter(({ exchange }) => !isOutage(exchange)) }));
  // A run that had to stop says what it left.
  const mustRestore = isExclusive && !run.hasOutage && transcript.run?.stopped === undefined;
  const left = mustRestore ? stock().filter((pet) => !before.includes(pet)) : [];
  return [...problemsOf(accused), ...left.map((pet) => `left behind: ${pet}`)];
}
