import { type HttpHandler, HttpResponse, http } from 'msw';
import { quoteValue } from '../../../src/spec/quoting.js';
import { InputError } from '../../../src/spec/validation/input-error.js';
import { findStray } from '../strays.js';

/** What becomes of a request to elsewhere: it goes there (`bypass`), goes there and is reported (`warn`), or fails (`error`). */
export type UnhandledRequests = 'bypass' | 'warn' | 'error';

const choices = ['bypass', 'warn', 'error'];

/** Puts the choice into the words of both majors of msw: in 3, `onUnhandledRequest` became `onUnhandledFrame`. Throws an InputError. */
export function unhandledRequests(choice: UnhandledRequests = 'warn') {
  if (!choices.includes(choice)) {
    const problem = `${quoteValue(choice)} is no way to treat a request to elsewhere`;
    throw new InputError('Beginning to answer', problem, "Try { unhandled: 'error' }, 'warn' or 'bypass'.");
  }
  return { onUnhandledRequest: choice, onUnhandledFrame: choice };
}

/**
 * Creates the handler that comes last: it breaks the connection of a request that was meant for the fake and went elsewhere, so
 * that none reaches a real service by mistake, and tells about it. `homes` answers where the fakes of this moment live; where
 * there is none, no request was meant for one. `option` is what `baseUrl` is passed in.
 */
export function rejectStrays(
  homes: () => readonly string[],
  tell: (stray: InputError) => void,
  option = '',
): HttpHandler {
  const strayOf = (request: Request) =>
    homes().length === 0 ? undefined : findStray(request, homes(), { option, orElse: howToLetPass(request) });
  return http.all(
    ({ request }) => strayOf(request) !== undefined,
    ({ request }) => {
      const stray = strayOf(request);
      if (stray !== undefined) tell(stray);
      return HttpResponse.error();
    },
  );
}

function howToLetPass({ method, url }: Request): string {
  const { origin, pathname } = new URL(url);
  return `; if another service was meant, server.use(http.${method.toLowerCase()}('${origin}${pathname}', () => passthrough()))`;
}
