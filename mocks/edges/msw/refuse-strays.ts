import { type HttpHandler, HttpResponse, http } from 'msw';
import type { InputError } from '../../../src/validation/input-error.js';
import { findStray } from '../find-stray.js';

/**
 * Makes the handler that comes last: it breaks the connection of a request that was meant for the fake and went elsewhere, so
 * that none reaches a real service by mistake, and tells about it. `homes` answers where the fakes of this moment live; where
 * there is none, no request was meant for one. `option` is what `baseUrl` is passed in.
 */
export function refuseStrays(
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
