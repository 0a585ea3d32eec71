import { LARGEST_OVERRUN } from '../../../contract-tests/probes/exhaust.js';
import { petstoreSuite } from '../../../contract-tests/probes/index.js';
import type { Session } from '../../../contract-tests/session.js';
import { type Fixture, parseFixture } from '../../../fixtures/parse-fixture.js';
import type { Level } from '../../../src/exchange/transcript.js';
import type { Profile } from '../../../src/fidelity/profile/profile.js';
import { isJsonObject, writeJson } from '../../../src/json/json.js';
import type { Evidence } from '../../../src/judge/rule.js';
import type { PlanName } from '../../../src/service/plans.js';
import { checkService } from '../../conformant-service/in-process.js';
import type { Service } from '../../conformant-service/service.js';
import { fakeOf, learnFrom } from '../learning.js';
import { type DrawnRequests, drawRequests } from './draw-requests.js';
import { type Score, scoreResponses } from './score-responses.js';

export interface ScoredService {
  readonly name: string;
  readonly plan: PlanName | undefined;
  make(): Service;
}

interface Draw {
  readonly seed: number;
  readonly count: number;
}

/** Learns a service at a level, and scores the fake of its profile against it, with what that level may send. */
export async function scoreFake(service: ScoredService, level: Level, draw: Draw): Promise<Score> {
  const { profile } = await learnFrom(service.make(), { level, plan: service.plan });
  return scoreLearned(service, profile, level, draw);
}

/** Scores the fake of a profile against its service. */
export function scoreLearned(
  { make, plan }: ScoredService,
  profile: Profile,
  level: Level,
  draw: Draw,
): Promise<Score> {
  return scorePair(make(), (real) => fakeOf(profile, { fixture: stockOf(real), showAssumptions: true }), {
    ...draw,
    plan,
    level,
  });
}

interface PairOptions extends Draw {
  /** Default `exhaust`. */
  readonly level?: Level;
  readonly plan?: PlanName | undefined;
}

/** Sends drawn requests to a service, and then to another one; both are fresh. */
export async function scorePair(
  service: Service,
  other: Service | ((real: Evidence) => Service),
  { seed, count, plan, level = 'exhaust' }: PairOptions,
): Promise<Score> {
  const drawn = await drawRequests({ level, hasMessages: true, count, seed });
  const requests = [...drawn.within, ...drawn.beyond];
  const instead = (session: Session) => sendDrawn(drawn, session);
  const ask = async (each: Service) => {
    const run = { level, isExclusive: true, isFake: true, seed, instead, maxRequests: 4 * count };
    return (await checkService(each, { ...run, plan })).evidence;
  };
  const real = await ask(service);
  const fake = await ask(typeof other === 'function' ? other(real) : other);
  return scoreResponses(
    requests.map(({ probe, operation, faults }) => ({ name: probe.name, operation, faults })),
    real,
    fake,
  );
}

/** Sends what is drawn: `beyond` at once when the limit is used up. */
async function sendDrawn({ within, beyond }: DrawnRequests, session: Session): Promise<void> {
  for (const { probe } of within) await session.send(probe);
  const { limit } = session.governor;
  const [list] = petstoreSuite.probes;
  if (beyond.length === 0 || list === undefined || limit === undefined || limit.limit > LARGEST_OVERRUN) return;
  for (let sent = 0; sent < limit.limit && (session.governor.limit?.remaining ?? 0) > 0; sent++) {
    await session.send(list, 'overrun');
  }
  const probes = beyond.map(({ probe }) => probe);
  await session.sendTogether(probes, 'overrun');
}

/** Returns the stock of the first list as a fixture. */
function stockOf({ readings }: Evidence): Fixture | undefined {
  const [list] = readings;
  const items = list?.received.kind === 'json' ? list.received.value : undefined;
  if (!Array.isArray(items)) return undefined;
  const inventory = items.filter(isJsonObject).map(({ petId, quantity, status }) => ({ petId, quantity, status }));
  // The fake holds no larger ones: then their stock is not compared.
  if (inventory.some(({ quantity }) => !Number.isSafeInteger(Number(quantity)))) return undefined;
  return parseFixture(writeJson({ inventory }), 'of the service');
}
