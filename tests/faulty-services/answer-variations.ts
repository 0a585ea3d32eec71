import { always, answersWhere, errorsAs, everyAnswer, reply } from './changes.js';
import { type Call, type Changes, isPetId, memberOf, type Pet, petOf, readJson } from './conformant-service.js';
import type { Variation } from './conformant-variation.js';
import type { Json } from './json-text.js';
import { GOOD_KEY, type Headers, type ServiceAnswer, withHeader } from './service.js';

type Members = { readonly [key: string]: Json };

const statuses = ['available', 'pending', 'sold'] as const;

const petsWith = (quantities: readonly (string | number)[], idOf: (index: number) => bigint): readonly Pet[] =>
  quantities.map((quantity, index) => ({
    petId: String(idOf(index)),
    quantity: String(quantity),
    status: statuses[index % 3] ?? 'sold',
  }));

const namesAs = (change: (name: string) => string): Changes =>
  everyAnswer((answer) => ({ ...answer, headers: answer.headers.map(([name, value]) => [change(name), value]) }));

/** The list comes from a cache for some seconds, and says so. */
const cachedListings: Changes = {
  finish: () => {
    let kept: { answer: ServiceAnswer; atMs: number } | undefined;
    return ({ operation, nowMs, state }, answer) => {
      if (operation !== 'listInventory' || answer.status !== 200) return answer;
      if (kept !== undefined && nowMs - kept.atMs < 20_000 && state.requests % 3 === 0) {
        return withHeader(kept.answer, 'Age', String(Math.max(1, Math.round((nowMs - kept.atMs) / 1_000))));
      }
      kept = { answer, atMs: nowMs };
      return answer;
    };
  },
};

const refusedBodies = (status: number, test: (call: Call) => boolean): Changes => ({
  updateInventory: (usual) => (call) => (test(call) ? call.seams.refuse(call, status) : usual(call)),
});

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

/** Another writer changes something before some of the requests. */
const anotherWriter = (every: number, change: (pets: Pet[], turn: number) => void): Changes => ({
  beforehand: () => (call) => {
    if (call.state.requests % every === 0) change(call.state.pets, call.state.requests / every);
  },
});

function sellOne(pets: Pet[], turn: number): void {
  const pet = pets[turn % pets.length];
  if (pet !== undefined) pet.quantity = String(BigInt(pet.quantity) + (turn % 2 === 0 ? 1n : -1n));
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

const sentWith = (status: number): Changes => ({
  sendMessage: (usual) => (call) => {
    const given = usual(call);
    return given.status === 200 ? { ...given, status } : given;
  },
});

const proxyHeaders: Headers = [
  ['Server', 'cloud'],
  ['Set-Cookie', 'session=1; HttpOnly'],
  ['Set-Cookie', 'lb=2'],
  ['Strict-Transport-Security', 'max-age=31536000'],
];

/** Other ways to keep the rest of the document. */
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
    answer.body === '' ? answer : { ...answer, body: ` ${answer.body.replace(/([{,[])/g, '$1\r\n  ')}\n` },
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

  'the store is empty': { setting: { pets: [] } },
  'the store has one pet': { setting: { pets: [{ petId: '5', quantity: '3', status: 'sold' }] } },
  'the store has one pet and none of it': { setting: { pets: [{ petId: '5', quantity: '0', status: 'sold' }] } },
  'the store has 5,000 pets': {
    setting: {
      pets: petsWith(
        [...Array(5_000).keys()].map((index) => index % 97),
        (index) => BigInt(index) * 3n + 1n,
      ),
    },
  },
  'all quantities are equal': { setting: { pets: petsWith([4, 4, 4, 4], (index) => BigInt(index) + 10n) } },
  'ids go to the bounds of int64': {
    setting: {
      pets: petsWith([1, 2, 3, 4], (index) => [2n ** 63n - 1n, -(2n ** 63n), 0n, 2n ** 63n - 2n][index] ?? 1n),
    },
  },
  'ids go beyond 2^53': { setting: { pets: petsWith([1, 2, 3], (index) => 2n ** 53n + BigInt(index)) } },
  'quantities are large and negative': {
    setting: { pets: petsWith(['9007199254740993', '-12', '2147483648'], (index) => BigInt(index) + 1n) },
  },
  'quantities go from 0 to 100,000': refusedBodies(400, (call) => {
    const quantity = BigInt(call.seams.readQuantity(call) ?? 0);
    return quantity < 0n || quantity > 100_000n;
  }),
  'quantities have no more than 32 bits': refusedBodies(400, (call) => {
    const quantity = BigInt(call.seams.readQuantity(call) ?? 0);
    return BigInt.asIntN(32, quantity) !== quantity;
  }),

  'malformed ids are not found': refusedBodies(404, ({ pathId = '' }) => !isPetId(pathId)),
  'a pet is looked for before the body is read': refusedBodies(
    404,
    (call) => isPetId(call.pathId ?? '') && petOf(call) === undefined,
  ),
  'wrong content types are answered 415': refusedBodies(415, ({ contentType }) => contentType !== 'application/json'),
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
  'OPTIONS is answered 204 without limits': {
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

  'messages are answered 201': sentWith(201),
  'messages are answered 202': sentWith(202),
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

  'listings come from a cache': cachedListings,
  'every answer takes three seconds': { setting: { answerMs: 3_000 } },

  'another writer sells other pets now and then': { isShared: true, ...anotherWriter(6, sellOne) },
  'another writer is busy': {
    isShared: true,
    setting: { pets: petsWith(Array(200).fill(50), (index) => BigInt(index) + 1n) },
    ...anotherWriter(1, (pets, turn) => {
      for (let i = 0; i < 20; i++) sellOne(pets, turn * 20 + i);
    }),
  },
  'another writer receives a new pet': {
    isShared: true,
    ...anotherWriter(9, (pets, turn) =>
      pets.push({ petId: String(70_000 + turn), quantity: '1', status: 'available' }),
    ),
  },
  'another writer sells a pet off': {
    isShared: true,
    setting: { pets: petsWith(Array(60).fill(2), (index) => BigInt(index) + 1n) },
    ...anotherWriter(9, (pets) => pets.shift()),
  },
  'another writer counts every pet once': {
    isShared: true,
    beforehand:
      () =>
      ({ state }) => {
        if (state.requests === 24) for (const pet of state.pets) pet.quantity = '31';
      },
  },
  'another writer changes statuses now and then': {
    isShared: true,
    ...anotherWriter(7, (pets, turn) => {
      const pet = pets[turn % pets.length];
      if (pet !== undefined) pet.status = statuses[turn % 3] ?? 'sold';
    }),
  },
};
