import { parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import type { OperationId } from '../../src/spec/operations.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import type { WorldOptions } from '../world-options.js';
import { writePlainJson } from '../write-plain-json.js';
import { type Deployment, type Look, openDeployment } from './deployment.js';
import { drawsAt } from './draws.js';

/** Reads the deployment that an option names, if any. Throws an InputError for a profile that is none. */
export function deploymentOf({ profile }: Pick<WorldOptions, 'profile'>): Deployment | undefined {
  return profile && openDeployment(readProfile(profile));
}

/** Begins to imitate. Throws an InputError where answers are to take their time and nothing says how long that is. */
export function openImitation(
  deployment: Deployment | undefined,
  { latency = false, seed = 1 }: Pick<WorldOptions, 'latency' | 'seed'>,
): Imitation | undefined {
  if (deployment !== undefined) return createImitation(deployment, { hasLatency: latency, seed });
  if (!latency) return undefined;
  const remedy =
    "Give one beside it: { profile: JSON.parse(readFileSync('petstore-profile.json', 'utf8')), latency: true }.";
  throw new InputError('Opening the fake', 'latency is on, and there is no profile to take it from', remedy);
}

/** What one answer takes over from a deployment. */
export interface ImitatedResponse extends Pick<Look, 'errorBody' | 'contentType'> {
  /** JSON text to stand behind the fields of an Error. */
  readonly fields: string;
  /** Headers beyond the document's. */
  readonly headers: Readonly<Record<string, string>>;
  /** `none`: it has none; undefined: what the open question says. */
  readonly cacheControl: string | undefined;
  readonly delayMs: number;
}

/** How a world's answers take after a deployment. */
export interface Imitation {
  readonly deployment: Deployment;
  /** Returns what the next answer takes over; what changes from answer to answer is drawn, always alike after a restart. */
  next(operation: OperationId | 'other', status: number, nowMs: number, path: string): ImitatedResponse;
  /** Returns JSON text to append to the document's fields of a success; fields that are sometimes missing or null alternate. */
  nextFields(operation: OperationId, status: number): string;
  /** Lets the draws begin anew. */
  restart(): void;
  /** Remembers how far the draws have come; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

export interface ImitationOptions {
  /** Whether answers take as long as the deployment's. */
  readonly hasLatency: boolean;
  /** The same seed, the same draws. */
  readonly seed: number;
}

export function createImitation(deployment: Deployment, { hasLatency, seed }: ImitationOptions): Imitation {
  let responded = 0;
  let turns: ReadonlyMap<string, number> = new Map();
  return {
    deployment,
    next(operation, status, nowMs, path) {
      const turn = responded++;
      const look = deployment.lookOf(operation, status);
      const { constantHeaders, changingHeaders, cacheControl: caching, errorBody, contentType } = look;
      const headers: Record<string, string> = { ...constantHeaders };
      for (const [index, { name, renew }] of changingHeaders.entries()) {
        headers[name] = renew(drawsAt(seed, turn, index + 1), nowMs);
      }
      const delayMs = hasLatency ? deployment.latencyOf(operation, drawsAt(seed, turn, 0)(0)) : 0;
      const row = changingHeaders.length + 1;
      const cacheControl = typeof caching === 'function' ? caching(drawsAt(seed, turn, row), nowMs) : caching;
      const draw = (field: number) => drawsAt(seed, turn, row + 1 + field);
      const fields = look.liveFields?.({ nowMs, path, draw }) ?? look.fields[0];
      return { errorBody, contentType, fields, headers, cacheControl, delayMs };
    },
    nextFields(operation, status) {
      const { fields } = deployment.lookOf(operation, status);
      const turn = turns.get(operation) ?? 0;
      turns = new Map(turns).set(operation, turn + 1);
      return fields[turn % fields.length] ?? fields[0];
    },
    restart() {
      responded = 0;
      turns = new Map();
    },
    save() {
      const saved = { answered: responded, turns };
      return () => {
        ({ answered: responded, turns } = saved);
      };
    },
  };
}

/** Reads a profile as a user gives it in code. Throws an InputError that tells the place and what is wrong with it. */
export function readProfile(profile: Profile | object): Profile {
  return parseProfile(writePlainJson('Reading the profile of the option', profile), 'of the option');
}
