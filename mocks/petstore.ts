import type { HttpHandler } from 'msw';
import type { Behaviour } from '../src/spec/behaviour.js';
import type { PartialBehaviour } from '../src/validation/parse-behaviour.js';
import { answer } from './answer.js';
import { checkWorldOptions } from './check-options.js';
import type { Clock } from './clock.js';
import { createHandlers } from './handlers.js';
import type { PetstoreAnswer } from './petstore-answer.js';
import { completeRequest, type PlainRequest } from './plain-request.js';
import { createWorld } from './world.js';
import type { SeedOptions, WorldOptions } from './world-options.js';

/** A fake of the Petstore Inventory Service. All its state is its own: two fakes in one process share nothing. */
export interface Petstore {
  /** Where the fake lives, such as `http://127.0.0.1:4290/v1`. */
  readonly baseUrl: string;
  /** MSW handlers: one for each operation, and one for every other path under the base URL. */
  readonly handlers: readonly HttpHandler[];
  /** Answers one request without any network. Throws an InputError when it has no method or no path. */
  answer(request: PlainRequest): PetstoreAnswer;
  /** The fake's time. */
  readonly clock: Clock;
  /** One answer for each open question of the document. */
  readonly behaviour: Behaviour;
  /** Changes some of those answers; another `window-start` begins quotas and bans anew. Throws an InputError, and changes nothing, when one cannot be. */
  setBehaviour(behaviour: PartialBehaviour): void;
  /** Opens another store and forgets all that happened in this one. Throws an InputError. */
  seed(options: SeedOptions): void;
  /** Forgets all that happened: stock, messages, quotas, bans and moves of the clock. The behaviour and the store that was opened last stay. */
  reset(): void;
}

/** Makes a fake. Throws an InputError for an option that cannot be. */
export function createPetstore(options: WorldOptions = {}): Petstore {
  checkWorldOptions(options);
  const world = createWorld({ ...options, behaviour: { 'prefer-header': 'on', ...options.behaviour } });
  return {
    baseUrl: world.addresses.base.url,
    handlers: createHandlers(world),
    answer: (request) => answer(completeRequest(request), world),
    clock: world.clock,
    get behaviour() {
      return world.behaviour;
    },
    setBehaviour: world.setBehaviour,
    seed: world.seed,
    reset: world.reset,
  };
}
