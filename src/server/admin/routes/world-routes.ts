import { type Fixture, parseFixture } from '../../../../fixtures/parse-fixture.js';
import { type ScenarioName, scenarios } from '../../../../mocks/steering/scenario-names.js';
import type { ScenarioList, ScenarioPlay, SeedAsk, SnapshotTake } from '../../../admin/schemas/world.js';
import type { JsonValue } from '../../../json/json-value.js';
import { writeJson } from '../../../json/write-json.js';
import { orNotFound } from '../admin-refusal.js';
import type { AdminRoutes } from '../admin-route.js';
import { tellSnapshot, tellSnapshots } from '../tell/tell-snapshots.js';
import { tellPassing, tellState } from '../tell/tell-state.js';
import { done } from './done.js';
import { plainBody } from './plain-body.js';

export const worldRoutes = {
  getState: ({ served }, { mode }) => (mode.kind === 'proxy' ? tellPassing(served) : tellState(served)),
  reset({ served }) {
    served.steering.reset();
    return tellState(served);
  },
  seed(call) {
    const { served, body } = call;
    const { pets, seed } = plainBody<SeedAsk>(call);
    served.steering.seed({ pets, seed, fixture: readFixture(body.fixture) });
    return tellState(served);
  },
  listSnapshots: ({ served }) => tellSnapshots(served),
  takeSnapshot(call) {
    return tellSnapshot(call.served.snapshots.take(plainBody<SnapshotTake>(call).name));
  },
  restoreSnapshot({ served, path: { name = '' } }) {
    orNotFound(() => served.snapshots.restore(name));
    return tellState(served);
  },
  deleteSnapshot({ served, path: { name = '' } }) {
    orNotFound(() => served.snapshots.delete(name));
    return done;
  },
  listScenarios: (): ScenarioList => ({ items: Object.entries(scenarios).map(([name, what]) => ({ name, what })) }),
  playScenario(call) {
    const { name, ...options } = plainBody<ScenarioPlay>(call);
    call.served.steering.scenario(name as ScenarioName, options);
    return tellState(call.served);
  },
} satisfies Partial<AdminRoutes>;

/** As a file would be read: its ids are exact. */
function readFixture(fixture: JsonValue | undefined): Fixture | undefined {
  return fixture === undefined ? undefined : parseFixture(writeJson(fixture), 'of the body');
}
