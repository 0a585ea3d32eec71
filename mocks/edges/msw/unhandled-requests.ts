import type { HttpHandler } from 'msw';
import { InputError } from '../../../src/json/input-error.js';
import { quoteValue } from '../../../src/json/quoting.js';
import { findStray } from '../strays.js';
import { HttpResponse, http } from './msw.js';

/** How to treat requests to other addresses: let them pass (`bypass`), let them pass with a warning (`warn`), or fail (`error`). */
export type UnhandledRequests = 'bypass' | 'warn' | 'error';

const choices = ['bypass', 'warn', 'error'];

/** Returns the option for both majors of msw: in 3, `onUnhandledRequest` became `onUnhandledFrame`. Throws an InputError. */
export function unhandledRequests(choice: UnhandledRequests = 'warn') {
  requireUnhandled(choice);
  return { onUnhandledRequest: choice, onUnhandledFrame: choice };
}

/** Throws an InputError for anything but a choice. */
export function requireUnhandled(choice: UnhandledRequests): void {
  if (choices.includes(choice)) return;
  const problem = `unknown value ${quoteValue(choice)} of unhandled`;
  throw new InputError('Starting the fake', problem, "Try { unhandled: 'error' }, 'warn' or 'bypass'.");
}

/** Returns the option where the choice may differ between requests. A handler responds to those that must not pass. */
export function warnIf(isWarned: () => boolean) {
  return {
    onUnhandledRequest: (_: Request, print: { warning(): void }) => void (isWarned() && print.warning()),
    onUnhandledFrame: ({ defaults }: { defaults: { warn(): void } }) => void (isWarned() && defaults.warn()),
  };
}

/**
 * Creates the last handler: it fails requests that were meant for the fake but went to another address, so that none reaches a
 * real service by mistake, and reports them on the console.
 */
export function rejectStrays(baseUrl: string): HttpHandler {
  return respondTo(
    (request) => findStray(request, [baseUrl], { orElse: howToLetPass(request) }),
    ({ message }) => {
      console.error(message);
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

/** Ends the remedy for a request to an address where no fake is. */
export function howToLetPass({ method, url }: Pick<Request, 'method' | 'url'>): string {
  const { origin, pathname } = new URL(url);
  return `; if another service was meant, server.use(http.${method.toLowerCase()}('${origin}${pathname}', () => passthrough()))`;
}
