import { headerIn } from '../conformant-service/service.js';
import { always, everyResponse, failing, reply, responsesWhere } from './changes.js';
import type { Variation } from './faulty-service.js';

/** Other ways to conform that depend on the client, or on what the document does not mention (§4.4). */
export const clientVariations: Readonly<Record<string, Variation>> = {
  'errors are in the language of the client': {
    error: (usual) => (call, status, situation) => {
      const given = usual(call, status, situation);
      const isGerman = headerIn(call.request.headers, 'accept-language')?.startsWith('de') === true;
      const body = { ...(given.body as object), message: 'Die Anfrage wurde abgelehnt.' };
      return isGerman ? { ...given, body, headers: [...given.headers, ['Content-Language', 'de']] } : given;
    },
  },
  'browsers get JSON that is easy to read': responsesWhere(
    ({ body }, { request }) => body !== '' && headerIn(request.headers, 'accept')?.includes('html') === true,
    (response) => ({ ...response, body: `${response.body}\n\n`, headers: [...response.headers, ['Vary', 'Accept']] }),
  ),
  'a balancer sets a cookie with each response': everyResponse((response, { state }) => ({
    ...response,
    headers: [...response.headers, ['Set-Cookie', `lb=node-${state.requests % 3}-a81c; Path=/`]],
  })),
  'a session is set, and says nothing': everyResponse((response, { request }) => ({
    ...response,
    headers: [
      ...response.headers,
      ...(headerIn(request.headers, 'cookie') === undefined
        ? ([
            ['Set-Cookie', 'sid=3f9a1c774d; HttpOnly'],
            ['Set-Cookie', 'old=; Max-Age=0'],
          ] as const)
        : []),
    ],
  })),
  'a firewall blocks clients without a name': responsesWhere(
    (_response, { request }) => headerIn(request.headers, 'user-agent') === undefined,
    () => ({ status: 403, headers: [['Content-Type', 'text/html']], body: '<html>Blocked</html>' }),
  ),
  'a gateway forbids clients without a name': responsesWhere(
    (_response, { request }) => headerIn(request.headers, 'user-agent') === undefined,
    () => ({ status: 403, headers: [['Content-Type', 'application/json']], body: '{"message":"Forbidden"}' }),
  ),
  'headers that are lists are sent in parts': everyResponse((response) => ({
    ...response,
    headers: [
      ...response.headers,
      ['Vary', 'Origin'],
      ['Vary', 'Accept'],
      ['Cache-Control', 'private'],
      ['Cache-Control', 'max-age=0'],
      ['Via', '1.1 a'],
      ['Via', '1.1 b'],
    ],
  })),

  'orders are an empty 204': always('listOrders', () => reply(204, undefined)),
  'orders are an empty 200': always('listOrders', () => reply(200, undefined)),
  'orders are for other keys': failing('listOrders', 403),
  'orders are being collected': always('listOrders', () => reply(202, { job: 7 })),
  'the deprecated lookup returns nothing': always('showPet', () => reply(204, undefined)),
  'the deprecated lookup is gone, without a word': always('showPet', () => reply(410, undefined)),
};
