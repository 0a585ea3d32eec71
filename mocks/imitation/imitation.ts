import { parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import { InputError } from '../../src/json/input-error.js';
import type { WorldOptions } from '../world-options.js';
import { writePlainJson } from '../write-plain-json.js';
import { type Deployment, type Look, openDeployment } from './deployment.js';
import { drawsAt } from './draws.js';

/** Returns the deployment of the option `profile`, if any. Throws an InputError for an invalid profile. */
export function deploymentOf({ profile }: Pick<WorldOptions, 'profile'>): Deployment | undefined {
  if (profile === undefined) return undefined;
  const text = writePlainJson('Reading the profile of the option', profile);
  return openDeployment(parseProfile(text, 'of the option'));
}

/** Starts to imitate a deployment. Throws an InputError if `latency` is set without a profile. */
export function openImitation(
  deployment: Deployment | undefined,
  { latency = false, seed = 1 }: Pick<WorldOptions, 'latency' | 'seed'>,
): Imitation | undefined {
  if (deployment !== undefined) return new Imitation(deployment, latency, seed);
  if (!latency) return undefined;
  const remedy =
    "Add a profile: { profile: JSON.parse(readFileSync('petstore-profile.json', 'utf8')), latency: true }.";
  throw new InputError('Opening the fake', 'the option latency needs a profile', remedy);
}

/** What one response takes over from a deployment; headers beyond the document's. */
export type ImitatedResponse = Look<Readonly<Record<string, string>>>;

/** How far the draws of an imitation have come. */
export interface ImitationState {
  readonly responded: number;
}

/** Imitates a deployment in the responses of a world. */
export class Imitation {
  readonly deployment: Deployment;
  /** Whether responses are as slow as the deployment's. */
  readonly hasLatency: boolean;
  readonly #seed: number;
  #responded = 0;

  /** The same seed gives the same draws. */
  constructor(deployment: Deployment, hasLatency: boolean, seed: number) {
    this.deployment = deployment;
    this.hasLatency = hasLatency;
    this.#seed = seed;
  }

  /** Returns what the next response takes over. What changes from response to response is drawn, with the same draws after a restart. */
  next(operation: string, status: number, nowMs: number): ImitatedResponse {
    const turn = this.#responded++;
    const look = this.deployment.lookOf(operation, status);
    const headers: Record<string, string> = {};
    for (const [row, { name, renew }] of look.headers.entries()) {
      headers[name] = renew(drawsAt(this.#seed, turn, row), nowMs);
    }
    return { ...look, headers, delayMs: this.hasLatency ? look.delayMs : 0 };
  }

  state(): ImitationState {
    return { responded: this.#responded };
  }

  /** Continues from a state; without one, from the start. */
  restore({ responded }: ImitationState = { responded: 0 }): void {
    this.#responded = responded;
  }
}
