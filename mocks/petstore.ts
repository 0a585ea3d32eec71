import type { HttpHandler } from 'msw';
import { answer } from './answer.js';
import { checkWorldOptions } from './check-options.js';
import { createHandlers } from './handlers.js';
import type { PetstoreAnswer } from './petstore-answer.js';
import { completeRequest, type PlainRequest } from './plain-request.js';
import { createSteering, type Steering } from './steering/steering.js';
import { createWorld } from './world.js';
import type { WorldOptions } from './world-options.js';

/** A fake of the Petstore Inventory Service. All its state is its own: two fakes in one process share nothing. */
export interface Petstore extends Steering {
  /** Where the fake lives, such as `http://127.0.0.1:4290/v1`. */
  readonly baseUrl: string;
  /** MSW handlers: one for each operation, and one for every other path under the base URL. */
  readonly handlers: readonly HttpHandler[];
  /** Answers one request without any network. Throws an InputError when it has no method or no path. */
  answer(request: PlainRequest): PetstoreAnswer;
}

/** Makes a fake. Throws an InputError for an option that cannot be. */
export function createPetstore(options: WorldOptions = {}): Petstore {
  checkWorldOptions(options);
  // A profile that has seen what the deployment makes of the header wins over this.
  const world = createWorld(options, { behaviour: { 'prefer-header': 'on' } });
  return Object.assign(createSteering(world, options.scenario), {
    baseUrl: world.addresses.base.url,
    handlers: createHandlers(world),
    answer: (request: PlainRequest) => answer(completeRequest(request), world),
  });
}
