import { InputError } from '../../src/validation/input-error.js';
import type { WorldOptions } from '../world-options.js';
import { type Deployment, openDeployment } from './deployment.js';
import { createImitation, type Imitation } from './imitation.js';
import { readProfile } from './read-profile.js';

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
