import { resolve } from 'node:path';
import { sampleKeyOf } from '../../../fixtures/keys.js';
import { type Fixture, parseFixture } from '../../../fixtures/parse-fixture.js';
import { type Deployment, openDeployment } from '../../../mocks/imitation/deployment.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import { parseProfile } from '../../fidelity/profile/parse-profile.js';
import type { Profile } from '../../fidelity/profile/profile.js';
import type { SharedStore } from '../../server/shared-store/shared-store.js';
import { loadUserHandlers, type UserHandlers } from '../../server/user-handlers.js';
import { dateAndTime } from '../../spec/times.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type PartialBehaviour, parseBehaviour } from '../../spec/validation/parse-behaviour.js';
import type { AdminAccess } from '../control-room.js';
import { readTextFile } from '../files.js';
import { readStateFile } from './read-state-file.js';
import type { ServeLog } from './serve-log.js';
import type { ServeSettings } from './settings.js';
import type { StateFile } from './state-file.js';
import type { Tls } from './tls-files.js';

/** What a server is made from. */
export interface ServeParts {
  readonly settings: ServeSettings;
  readonly access: AdminAccess;
  readonly inUse: FilesInUse;
  readonly stateFile: StateFile | undefined;
  readonly store: SharedStore | undefined;
  /** Undefined: plain HTTP. */
  readonly tls: Tls | undefined;
  readonly log: ServeLog;
  readonly version: string;
}

/** What the files contain. */
export interface FilesInUse {
  readonly fixture: Fixture | undefined;
  readonly behaviour: PartialBehaviour | undefined;
  readonly deployment: Deployment | undefined;
  readonly handlers: UserHandlers | undefined;
  /** Worlds begin with it, and return to it. */
  readonly state: SavedState | undefined;
}

/** Reads every file that the settings name. Throws an InputError with the name of the file, the position and a fix. */
export async function readServeFiles(settings: ServeSettings): Promise<FilesInUse> {
  const { fixture, behaviour, profile, handlers, fromState, latency, chosenBy } = settings;
  rejectContradictions(settings);
  if (latency && profile === undefined) {
    const problem = 'latency comes from a profile, and none is given';
    throw new InputError(`Reading ${chosenBy.latency}`, problem, 'Add --profile petstore-profile.json');
  }
  return {
    fixture: fixture === undefined ? undefined : readFixture(fixture),
    behaviour: behaviour === undefined ? undefined : readBehaviour(behaviour),
    deployment: profile === undefined ? undefined : readDeployment(profile),
    handlers: handlers === undefined ? undefined : await loadUserHandlers(handlers),
    state: fromState === undefined ? undefined : readStateFile(fromState, '--from-state'),
  };
}

/** What a state contains. */
const replacedByState = ['fixture', 'pets', 'seed', 'behaviour', 'profile', 'latency'] as const;

function rejectContradictions(settings: ServeSettings): void {
  const { fromState, state, store, chosenBy } = settings;
  if (store !== undefined && state !== undefined) {
    const problem = `all servers of a store have the state of the store, so ${chosenBy.state} contradicts it`;
    throw new InputError(`Reading ${chosenBy.store}`, problem, 'Leave one of them out');
  }
  const given = replacedByState.find((name) => chosenBy[name] !== 'the default');
  if (fromState !== undefined && given !== undefined) {
    const problem = `a state contains the store, the behaviour and the profile, so ${chosenBy[given]} contradicts it`;
    throw new InputError(`Reading ${chosenBy.fromState}`, problem, 'Leave one of them out');
  }
  if (state !== undefined && fromState !== undefined && resolve(state) === resolve(fromState)) {
    const problem = `it is also the file of ${chosenBy.fromState}, which is never written`;
    throw new InputError(`Reading ${chosenBy.state}`, problem, `Name another file: --state other-state.json`);
  }
}

function readFixture(file: string): Fixture {
  const remedy = 'Name a JSON file: --fixture store.json';
  return parseFixture(readTextFile(file, `Reading the fixture ${file}`, remedy), file);
}

function readBehaviour(file: string): PartialBehaviour {
  const remedy = 'Try {"retry-after-format": "http-date"}.';
  return parseBehaviour(readTextFile(file, `Reading the behaviour ${file}`, remedy), file);
}

function readDeployment(file: string): Deployment {
  const remedy = 'Write one: petstore-mock learn https://api.example.com/v1';
  return openDeployment(parseProfile(readTextFile(file, `Reading the profile ${file}`, remedy), file));
}

/** Returns a moment as the banner shows it: `2026-11-21 12:00 UTC`. */
export function takenAt(takenAtMs: number): string {
  return `${dateAndTime(takenAtMs, 'minute')} UTC`;
}

/** Describes in one line where a profile comes from, and which sample key has the same plan. */
export function describeProfile({ source, limit: { plan } }: Profile): string {
  const { baseUrl, kind, learnedAt } = source;
  const origin = kind === 'recording' ? `a recording of ${baseUrl}` : baseUrl;
  const learned = `learned from ${origin} on ${learnedAt.slice(0, 10)}`;
  const sample = sampleKeyOf(plan);
  if (plan === null || sample === undefined) return learned;
  const name = plan[0]?.toUpperCase() + plan.slice(1);
  return `${learned} with ${plan === 'enterprise' ? 'an' : 'a'} ${name} key: use ${sample}`;
}
