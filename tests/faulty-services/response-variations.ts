import { GOOD_KEY, type Headers, withHeader } from '../conformant-service/service.js';
import type { Changes } from '../conformant-service/steps.js';
import { always, errorsAs, everyResponse, failing, headerAs, type JsonObject, reply, successAs } from './changes.js';
import type { Variation } from './faulty-service.js';

const namesAs = (change: (name: string) => string): Changes =>
  everyResponse((response) => ({
    ...response,
    headers: response.headers.map(([name, value]) => [change(name), value]),
  }));

const contentTypeAs = (type: string): Changes =>
  everyResponse((response) => withHeader(response, 'content-type', response.body === '' ? undefined : type));

/** Breaks lines between the tokens of JSON, never inside a text. */
function spreadOut(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[{,[]/g, (token) => (token.startsWith('"') ? token : `${token}\r\n  `));
}

const createdAt = (change: (isoTime: string) => string): Variation => ({
  traits: { createdAt: (ms) => change(new Date(ms).toISOString()) },
});

const proxyHeaders: Headers = [
  ['Server', 'cloud'],
  ['Set-Cookie', 'session=1; HttpOnly'],
  ['Set-Cookie', 'lb=2'],
  ['Strict-Transport-Security', 'max-age=31536000'],
];

const corsHeaders: Headers = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After'],
];

/** Other ways to respond. */
export const responseVariations: Readonly<Record<string, Variation>> = {
  'nothing is different': {},
  'objects have more fields': {
    traits: { itemFields: { name: 'Rex', tags: ['a', null], nested: { petId: 'x' } } },
    ...successAs('sendMessage', (given) => ({
      ...given,
      body: { ...(given.body as JsonObject), channel: 'default' },
    })),
  },
  'errors have other codes and more fields': errorsAs((error) => ({
    ...error,
    code: 'ERR-7',
    message: 'Nein 🐾',
    details: [{ field: null }],
    requestId: 7,
  })),
  'header names are in lower case': namesAs((name) => name.toLowerCase()),
  'header names are in upper case': namesAs((name) => name.toUpperCase()),
  'JSON has a charset': contentTypeAs('application/json; charset=utf-8'),
  'JSON has a charset in another spelling': contentTypeAs('Application/JSON;charset="UTF-8"'),
  'JSON is spread over lines': everyResponse((response) =>
    response.body === '' ? response : { ...response, body: ` ${spreadOut(response.body)}\n` },
  ),
  'a proxy adds headers': everyResponse((response) => ({
    ...response,
    headers: [...response.headers, ...proxyHeaders],
  })),
  'responses allow every origin': everyResponse((response) => ({
    ...response,
    headers: [...response.headers, ...corsHeaders],
  })),
  'headers depend on the operation and the status': {
    traits: {
      headers: (_count, { status, operation = 'none' }) => [
        ['X-Area', operation],
        ...(status < 400 ? ([['Vary', 'Origin, Accept-Encoding']] as const) : ([['X-Frame-Options', 'DENY']] as const)),
        ...(status === 401 ? ([['Clear-Site-Data', '"cookies"']] as const) : []),
        ...(status === 429 ? ([['X-Throttled', 'true']] as const) : []),
      ],
    },
  },
  'responses can be validated': everyResponse((response, { state }) => ({
    ...response,
    headers: [
      ...response.headers,
      ['ETag', `W/"${state.requests}"`],
      ['Last-Modified', 'Sat, 21 Nov 2026 12:00:00 GMT'],
    ],
  })),
  'Allow names every method that the framework knows': headerAs('Allow', () => 'GET, HEAD, OPTIONS, PATCH, POST'),
  'the order of items rotates': { traits: { order: 'rotating' } },
  'fields are in another order': {
    item:
      () =>
      (_call, { petId, quantity, status }) => ({ status, quantity, petId }),
  },

  'malformed ids are not found': { traits: { malformedId: 404 } },
  'a pet is looked for before the body is read': { traits: { sooner: ['key', 'path', 'method', 'id', 'pet'] } },
  'bodies are read before ids': { traits: { sooner: ['key', 'path', 'method', 'size', 'type', 'json', 'fields'] } },
  'types are checked after the body is parsed': { traits: { sooner: ['key', 'id', 'size', 'json', 'type'] } },
  'a gateway looks at methods, sizes and types first': {
    traits: { sooner: ['method', 'size', 'type'], wrongType: 415 },
  },
  'bodies may be of any size and depth': { traits: { bytes: Number.POSITIVE_INFINITY, levels: 100_000 } },
  'messages have small bodies, and fewer rules': {
    traits: { messageBodies: { bytes: 1_000, levels: 5, sameKeyTwice: 'last wins', byteOrderMark: 'ignored' } },
  },
  'the last of two equal keys wins': { traits: { sameKeyTwice: 'last wins' } },
  'wrong content types get 415': { traits: { wrongType: 415 } },
  'content types of updates are ignored': { traits: { wrongType: 'ignored' } },
  'unknown fields are rejected': { traits: { unknownFields: 'rejected' } },
  'a byte order mark is ignored': { traits: { byteOrderMark: 'ignored' } },
  'keys are verified after the path and the body': {
    traits: { sooner: ['path', 'method', 'id', 'size', 'type', 'json', 'fields'] },
  },
  'paths are verified before keys': { traits: { sooner: ['path', 'method', 'id'] } },
  'keys are verified last of all': {
    traits: { sooner: ['path', 'method', 'id', 'size', 'type', 'json', 'fields', 'pet'] },
  },
  'the challenge of a 401 is short': { traits: { challenge: { missing: 'Bearer', wrong: 'Bearer' } } },
  '401 has no challenge': { traits: { challenge: {} } },
  'errors repeat the key': errorsAs((error) => ({ ...error, message: `Rejected, even with ${GOOD_KEY}.` })),

  'unknown methods get 501 from the gateway': everyResponse((response, { request }) =>
    /^(?:GET|HEAD|POST|PATCH|OPTIONS)$/.test(request.method)
      ? response
      : { status: 501, headers: [['Content-Type', 'text/html']], body: '<h1>501</h1>' },
  ),
  'unknown paths get 404 from the gateway': everyResponse((response, { operation }) =>
    operation === undefined && response.status === 404
      ? { status: 404, headers: [['Content-Type', 'text/plain']], body: 'default backend - 404' }
      : response,
  ),
  'the deprecated lookup is gone': failing('showPet', 410),
  'the deprecated lookup is gone for strangers too': {
    traits: { sooner: ['gone'] },
    ...failing('showPet', 410),
  },
  'the deprecated lookup finds no pet': failing('showPet', 404),
  'the deprecated lookup has no deprecation headers': { traits: { deprecation: [] } },
  'pets and orders have unusual shapes': {
    ...always('showPet', () => reply(200, ['Rex', 7])),
    ...always('listOrders', () => reply(200, { orders: [], next: null })),
  },
  'there are no orders': { traits: { orders: [] } },

  'messages get 201': { traits: { messageStatus: 201 } },
  'messages get 202': { traits: { messageStatus: 202 } },
  'messages have another base URL': { traits: { messagesBasePath: '/quickstart' } },
  'messages of any type are taken as text': { traits: { otherMessages: 'taken as text' } },
  'the time is in the basic form': createdAt((time) => time.replace(/[-:]|\.\d+/g, '')),
  'the time has an offset': createdAt((time) => time.replace('Z', '+00:00')),
  'the time has no fraction': createdAt((time) => time.replace(/\.\d+/, '')),
  'the time has nine digits': createdAt((time) => time.replace('Z', '123456Z')),
  'the time has a comma': createdAt((time) => time.replace('.', ',')),
};
