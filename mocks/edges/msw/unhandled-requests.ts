import { type HttpHandler, HttpResponse, http } from 'msw';
import { InputError } from '../../../src/json/input-error.js';
import { quoteValue } from '../../../src/json/quoting.js';
import { findStray } from '../strays.js';

/** How to treat requests to other addresses: let them pass (`bypass`), let them pass with a warning (`warn`), or fail (`error`). */
export type UnhandledRequests = 'bypass' | 'warn' | 'error';

const choices = ['bypass', 'warn', 'error'];

/** Returns the option for both majors of msw: in 3, `onUnhandledRequest` became `onUnhandledFrame`. Throws an InputError. */
export function unhandledRequests(choice: UnhandledRequests = 'warn') {
  if (!choices.includes(choice)) {
    const problem = `unknown value ${quoteValue(choice)} of unhandled`;
    throw new InputError('Starting the fake', problem, "Try { unhandled: 'error' }, 'warn' or 'bypass'.");
  }
  return { onUnhandledRequest: choice, onUnhandledFrame: choice };
}

/**
 * Creates the last handler: it fails requests that were meant for the fake but went to another address, so that none reaches a
 * real service by mistake, and reports them. `homes` returns the addresses of the current fakes; without any, no request is
 * a stray. `option` is the option that contains `baseUrl`.
 */
export function rejectStrays(
  homes: () => readonly string[],
  report: (stray: InputError) => void,
  option = '',
): HttpHandler {
  return respondTo(
    (request) =>
      homes().length === 0 ? undefined : findStray(request, homes(), { option, orElse: howToLetPass(request) }),
    (stray) => {
      report(stray);
      return HttpResponse.error();
    },
  );
}

/** Creates a handler for the requests in which something is found. */
export function respondTo<Found>(
  find: (request: Request) => Found | undefined,
  respond: (found: Found, request: Request) => Response | undefined | Promise<Response | undefined>,
): HttpHandler {
  return http.all(
    ({ request }) => find(request) !== undefined,
    ({ request }) => respond(find(request) as Found, request),
  );
}

function howToLetPass({ method, url }: Request): string {
  const { origin, pathname } = new URL(url);
  return `; if another service was meant, server.use(http.${method.toLowerCase()}('${origin}${pathname}', () => passthrough()))`;
}
