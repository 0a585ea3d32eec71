import { createHash } from 'node:crypto';
import { parseFixture } from '../../../../fixtures/parse-fixture.js';
import type { Clock } from '../../../../mocks/clock.js';
import type { Faults, FaultTarget } from '../../../../mocks/faults/faults.js';
import type { MintOptions } from '../../../../mocks/steering/keys-control.js';
import { type ScenarioName, scenarios } from '../../../../mocks/steering/scenario-names.js';
import type { AdminValues } from '../../../admin/schemas.js';
import { documentLines } from '../../../json/document-lines.js';
import { InputError } from '../../../json/input-error.js';
import { writeJson } from '../../../json/json.js';
import { parseBehaviour } from '../../../service/behaviour.js';
import { questionIds } from '../../../service/questions/open-questions.js';
import { jsonTextResponse } from '../../json-response.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { type AdminRoute, type AdminRoutes, done, orNotFound, plainBody, RawResponse } from '../admin-route.js';
import { views } from '../serialise.js';

export const worldRoutes = {
  getState: ({ source, served }, { mode }) => (mode.kind === 'proxy' ? views.proxyState(source) : views.state(served)),
  getDigest: ({ served }): AdminValues['WorldDigest'] => ({ world: served.id, digest: digestOf(served) }),
  reset({ served }) {
    served.steering.reset();
    return views.state(served);
  },
  seed(call) {
    const { served, body } = call;
    const { pets, seed } = plainBody<AdminValues['SeedOptions']>(call);
    // Parsed like a file, so that its ids are exact.
    const fixture = body.fixture === undefined ? undefined : parseFixture(writeJson(body.fixture), 'of the body');
    served.steering.seed({ pets, seed, fixture });
    return views.state(served);
  },
  listSnapshots: ({ served }) => views.snapshots(served),
  takeSnapshot(call) {
    const { name } = plainBody<AdminValues['SnapshotOptions']>(call);
    return views.snapshot(call.served.snapshots.take(name));
  },
  getSnapshot({ served, path: { name = '' } }) {
    const text = documentLines(orNotFound(() => served.snapshots.get(name)));
    const headers = { 'Content-Disposition': `attachment; filename="${name}.petstore-state.json"` };
    return new RawResponse(jsonTextResponse(200, text, served.clock.now(), headers));
  },
  putSnapshot(call) {
    const { state = '' } = plainBody<{ readonly state?: string }>(call);
    const { name = '' } = call.path;
    return views.snapshot(call.served.snapshots.put(name, state));
  },
  restoreSnapshot({ served, path: { name = '' } }) {
    orNotFound(() => served.snapshots.restore(name));
    return views.state(served);
  },
  deleteSnapshot({ served, path: { name = '' } }) {
    orNotFound(() => served.snapshots.delete(name));
    return done;
  },
  listScenarios: (): AdminValues['ScenarioList'] => ({
    items: Object.entries(scenarios).map(([name, description]) => ({ name, description })),
  }),
  playScenario(call) {
    const { served } = call;
    const { name, ...options } = plainBody<AdminValues['ScenarioOptions']>(call);
    served.steering.scenario(name as ScenarioName, options);
    return views.state(served);
  },
} satisfies Partial<AdminRoutes>;

export const clockRoutes = {
  getClock: ({ served }) => views.clock(served),
  advanceClock: changeClock<AdminValues['ClockAdvance']>((clock, { by }) => clock.advance(by)),
  setClock: changeClock<AdminValues['ClockSet']>((clock, { to }) => clock.set(to)),
  freezeClock: changeClock((clock) => clock.freeze()),
  runClock: changeClock<AdminValues['ClockRun']>((clock, { scale }) => clock.run(scale)),
} satisfies Partial<AdminRoutes>;

/** Returns a route that changes the clock of a world and returns its new state. */
function changeClock<Body>(change: (clock: Clock, body: Body) => void): AdminRoute {
  return (call) => {
    change(call.served.steering.clock, plainBody<Body>(call));
    return views.clock(call.served);
  };
}

export const faultsRoutes = {
  listFaults: ({ served }) => views.faults(served),
  addFault(call) {
    const { faults } = call.served.steering;
    const id = scheduleFault(faults, plainBody<AdminValues['FaultOptions']>(call));
    const added = faults.list().find((fault) => fault.id === id);
    return added === undefined ? {} : views.fault(added);
  },
  removeFault({ served, path: { id = '' } }) {
    orNotFound(() => served.steering.faults.remove(id));
    return done;
  },
  clearFaults({ served }) {
    served.steering.faults.clear();
    return done;
  },
} satisfies Partial<AdminRoutes>;

/** A fault with a count and no probability comes before all others. */
function scheduleFault(
  faults: Faults,
  { operation = 'any', key, count, probability, seed, ...fault }: AdminValues['FaultOptions'],
): string {
  const target = operation as FaultTarget;
  const options = { key, seed, times: count };
  if (probability === undefined && count !== undefined) return faults.next(target, fault, options);
  return faults.always(target, fault, { ...options, probability });
}

export const behaviourRoutes = {
  listBehaviour: ({ served }) => views.behaviour(served),
  changeBehaviour({ served, body }) {
    // An unknown id is not quoted: it may be a key.
    if (!Object.keys(body).every((id) => (questionIds as readonly string[]).includes(id))) {
      const remedy = 'Try {"ban-threshold": 10}. GET /__admin/behaviour lists all.';
      throw new InputError('Changing the behaviour', 'unknown open question', remedy);
    }
    served.steering.setBehaviour(parseBehaviour(writeJson(body), 'of the body'));
    return views.behaviour(served);
  },
} satisfies Partial<AdminRoutes>;

export const keysRoutes = {
  listKeys: ({ served, query }) => views.keys(served, query),
  mintKey(call) {
    const { isolated = false, ...options } = plainBody<AdminValues['KeyOptions']>(call);
    if (isolated && call.query.world !== undefined) {
      const problem = 'an isolated key opens a new world, and ?world= names an existing one';
      const remedy = 'Omit ?world= to open a world, or try {"isolated":false} for another key to the existing one.';
      throw new InputError('Creating an API key', problem, remedy);
    }
    const terms = options as MintOptions;
    const mintHere = () => ({ served: call.served, key: call.served.steering.keys.mint(terms) });
    const { served, key } = isolated ? call.worlds.open(terms) : mintHere();
    const { alias, plan, expiresAt } = views.key(served, key);
    // The only response that contains the text of a key.
    return { key, alias, plan, world: served.id, expiresAt } satisfies AdminValues['MintedKey'];
  },
  banKey: changeKey<AdminValues['KeyBan']>(({ steering }, { key, ...options }) => steering.keys.ban(key, options)),
  unbanKey: changeKey(({ steering }, { key }) => steering.keys.unban(key)),
  revokeKey: changeKey(({ steering }, { key }) => steering.keys.revoke(key)),
  deleteKey(call) {
    call.served.steering.keys.delete(plainBody<AdminValues['KeyReference']>(call).key);
    return done;
  },
  setLimit: changeKey<AdminValues['LimitSet']>(({ steering }, { key, ...state }) => steering.limits.set(key, state)),
} satisfies Partial<AdminRoutes>;

/** Returns a route that changes a key and returns its new state. */
function changeKey<Body extends AdminValues['KeyReference']>(
  change: (served: ServedWorld, body: Body) => void,
): AdminRoute {
  return (call) => {
    const body = plainBody<Body>(call);
    change(call.served, body);
    return views.key(call.served, body.key);
  };
}

/** Returns a text that is equal for equal states of a world, whenever and wherever it was served. */
function digestOf({ world, snapshots }: ServedWorld): string {
  const { takenAtMs: _, ...state } = world.state();
  const facts = { ...state, requests: world.journal.latest, snapshots: snapshots.list() };
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
