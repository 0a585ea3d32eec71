import { type HttpHandler, http } from 'msw';
import { createHandovers } from '../../mocks/delivery/handovers.js';
import { letPass } from './let-pass.js';
import type { ObserveOptions } from './observe-options.js';
import { observeService } from './observe-service.js';
import type { ObservedService } from './observed-service.js';
import { createSendOn } from './send-on.js';

/** A real service, observed by MSW handlers. Is a transcript: `expect(observed).toBeWellMannered()`. */
export interface ObservedPetstore extends ObservedService {
  /** For msw: `setupServer(...observed.handlers)` or `setupWorker(...observed.handlers)`. Requests pass, and are judged. */
  readonly handlers: HttpHandler[];
}

const EDGE = { name: 'petstore-mock/observe', firstStep: 'Give observed.handlers to msw' };

/**
 * Makes handlers for msw that let requests pass to a real service and judge it: whoever tests an application against staging tests
 * staging, too. Make it before msw listens. Throws an InputError for an option that cannot be.
 */
export function observePetstore(options: ObserveOptions): ObservedPetstore {
  const observation = observeService(options, EDGE);
  const handovers = createHandovers(observation.latest);
  const passage = {
    sendOn: createSendOn(),
    inHand: () => handovers.upTo,
    tell: (live: Parameters<typeof observation.tell>[0]) => {
      const { number } = observation.tell(live);
      handovers.expect(number)();
    },
    await: observation.await,
  };
  const isObserved = ({ request }: { request: Request }) => observation.isObserved(request.url);
  return Object.assign(observation.service, {
    handlers: [http.all(isObserved, ({ request }) => letPass(request, passage))],
  });
}
