import { type Call, isPetId, petOf } from './call.js';
import { always, answersWhere, errorsAs, everyAnswer, reply, successAs, updatesRefusedWith } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Variation } from './conformant-variation.js';
import type { Json } from './json-text.js';
import { GOOD_KEY, type Headers, withHeader } from './service.js';
import { memberOf, readJson } from './usual-seams.js';

type Members = { readonly [key: string]: Json };

const namesAs = (change: (name: string) => string): Changes =>
  everyAnswer((answer) => ({ ...answer, headers: answer.headers.map(([name, value]) => [change(name), value]) }));

const anyType: Changes = {
  readQuantity: (usual) => (call) => usual({ ...call, contentType: 'application/json' }),
};

const extraFields: Changes = {
  item: (usual) => (pet) => ({ ...(usual(pet) as Members), name: 'Rex', tags: ['a', null], nested: { petId: 'x' } }),
  sendMessage: (usual) => (call) => {
    const given = usual(call);
    return { ...given, body: { ...(given.body as Members), channel: 'default' } };
  },
};

/** Breaks lines between the tokens of JSON, never inside a text. */
function spreadOut(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[{,[]/g, (token) => (token.startsWith('"') ? token : `${token}\r\n  `));
}

/** Looks at the request before it asks who sent it. */
const looksFirst = (status: number, test: (call: Call) => boolean): Changes => ({
  refuse: (usual) => (call, meant) => usual(call, meant === 401 && test(call) ? status : meant),
});

const createdAs = (change: (isoTime: string) => string): Changes => ({
  sendMessage: (usual) => (call) => {
    const given = usual(call);
    if (given.status !== 200) return given;
    const message = given.body as Members;
    return { ...given, body: { ...message, createdAt: change(String(message.createdAt)) } };
  },
});

const proxyHeaders: Headers = [
  ['Server', 'cloud'],
  ['Set-Cookie', 'session=1; HttpOnly'],
  ['Set-Cookie', 'lb=2'],
  ['Strict-Transport-Security', 'max-age=31536000'],
];

/** Other ways to answer. */
export const answerVariations: Readonly<Record<string, Variation>> = {
  'nothing is different': {},
  'objects have more fields': extraFields,
  'errors have other codes and more fields': errorsAs((error) => ({
    ...error,
    code: 'ERR-7',
    message: 'Nein 🐾',
    details: [{ field: null }],
    requestId: 7,
  })),
  'header names are in lower case': namesAs((name) => name.toLowerCase()),
  'header names are in upper case': namesAs((name) => name.toUpperCase()),
  'JSON says its charset': everyAnswer((answer) =>
    withHeader(answer, 'Content-Type', answer.body === '' ? undefined : 'application/json; charset=utf-8'),
  ),
  'JSON says its charset in another hand': everyAnswer((answer) =>
    withHeader(answer, 'content-type', answer.body === '' ? undefined : 'Application/JSON;charset="UTF-8"'),
  ),
  'JSON is spread over lines': everyAnswer((answer) =>
    answer.body === '' ? answer : { ...answer, body: ` ${spreadOut(answer.body)}\n` },
  ),
  'a proxy adds headers': everyAnswer((answer) => ({ ...answer, headers: [...answer.headers, ...proxyHeaders] })),
  'the order of items rotates': {
    listInventory: (usual) => (call) => {
      const items = usual(call).body as readonly Json[];
      const start = call.state.requests % Math.max(1, items.length);
      return reply(200, [...items.slice(start), ...items.slice(0, start)]);
    },
  },
  'the order of fields is another': {
    item:
      () =>
      ({ petId, quantity, status }) => ({ status, quantity: BigInt(quantity), petId: BigInt(petId) }),
  },

  'malformed ids are not found': updatesRefusedWith(404, ({ pathId = '' }) => !isPetId(pathId)),
  'a pet is looked for before the body is read': updatesRefusedWith(
    404,
    (call) => isPetId(call.pathId ?? '') && petOf(call) === undefined,
  ),
  'wrong content types are answered 415': updatesRefusedWith(
    415,
    ({ contentType }) => contentType !== 'application/json',
  ),
  'content types of updates are ignored': anyType,
  'unknown fields are refused': {
    readQuantity: (usual) => (call) => {
      const body = readJson(call.request.body);
      const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
      return names.length > 1 ? undefined : usual(call);
    },
  },
  'a byte order mark is ignored': {
    readQuantity: (usual) => (call) =>
      usual({ ...call, request: { ...call.request, body: call.request.body?.replace(/^\uFEFF/, '') } }),
  },
  'keys are asked for after the path and the body': looksFirst(400, (call) => {
    const isBadUpdate = call.operation === 'updateInventory' && call.seams.readQuantity(call) === undefined;
    const isBadMessage = call.operation === 'sendMessage' && call.seams.readMessage(call) === undefined;
    return isBadUpdate || isBadMessage;
  }),
  'paths are looked up before keys': looksFirst(
    404,
    (call) => call.operation === undefined || (call.operation === 'updateInventory' && !isPetId(call.pathId ?? '')),
  ),
  'the scheme is case-insensitive and the challenge is long': answersWhere(
    ({ status }) => status === 401,
    (answer) => withHeader(answer, 'WWW-Authenticate', 'Bearer realm="petstore", error="invalid_token"'),
  ),
  '401 has no challenge': everyAnswer((answer) => withHeader(answer, 'WWW-Authenticate')),
  'errors repeat the key that they refuse': {
    refuse: (usual) => (call, status) => {
      const given = usual(call, status);
      return { ...given, body: { ...(given.body as Members), message: `Refused, even with ${GOOD_KEY}.` } };
    },
  },

  'HEAD is not allowed': {
    operate: (usual) => (call) => (call.request.method === 'HEAD' ? call.seams.refuse(call, 405) : usual(call)),
  },
  'OPTIONS gets 204 without limits': {
    finish:
      () =>
      ({ request }, answer) =>
        request.method === 'OPTIONS' ? { status: 204, headers: [['Allow', 'GET']], body: '' } : answer,
  },
  'unknown methods are answered 501 by the gateway': {
    finish:
      () =>
      ({ request }, answer) =>
        /^(?:GET|HEAD|POST|PATCH|OPTIONS)$/.test(request.method)
          ? answer
          : { status: 501, headers: [['Content-Type', 'text/html']], body: '<h1>501</h1>' },
  },
  'unknown paths are answered by the gateway': {
    finish: () => (call, answer) =>
      call.operation === undefined && answer.status === 404
        ? { status: 404, headers: [['Content-Type', 'text/plain']], body: 'default backend - 404' }
        : answer,
  },
  'Prefer is obeyed': {
    operate: (usual) => (call) =>
      call.request.headers.some(([name]) => name.toLowerCase() === 'prefer')
        ? call.seams.refuse(call, 404)
        : usual(call),
  },
  'the deprecated lookup is gone': always('showPet', (call) => call.seams.refuse(call, 410)),
  'the deprecated lookup is gone for strangers too': {
    ...looksFirst(410, ({ operation }) => operation === 'showPet'),
    ...always('showPet', (call) => call.seams.refuse(call, 410)),
  },
  'the deprecated lookup finds nothing': always('showPet', (call) => call.seams.refuse(call, 404)),
  'the deprecated lookup says so': {
    showPet: (usual) => (call) => {
      const given = usual(call);
      const headers: Headers = [
        ['Deprecation', '@1782777600'],
        ['Sunset', 'Fri, 31 Dec 2027 00:00:00 GMT'],
      ];
      return { ...given, headers: [...given.headers, ...headers] };
    },
  },
  'pets and orders have shapes of their own': {
    ...always('showPet', () => reply(200, ['Rex', 7])),
    ...always('listOrders', () => reply(200, { orders: [], next: null })),
  },
  'there are no orders': always('listOrders', () => reply(200, [])),

  'messages are answered 201': successAs('sendMessage', 201),
  'messages are answered 202': successAs('sendMessage', 202),
  'messages live elsewhere': { setting: { messagesBasePath: '/quickstart' } },
  'messages of any type are taken as text': {
    readMessage: (usual) => (call) => {
      const message = memberOf(readJson(call.request.body), 'message');
      return typeof message === 'number' || message === null ? String(message) : usual(call);
    },
  },
  'the time is in the basic form': createdAs((time) => time.replace(/[-:]|\.\d+/g, '')),
  'the time has an offset': createdAs((time) => time.replace('Z', '+00:00')),
  'the time has no fraction': createdAs((time) => time.replace(/\.\d+/, '')),
  'the time has nine digits': createdAs((time) => time.replace('Z', '123456Z')),
  'the time has a comma': createdAs((time) => time.replace('.', ',')),
};
