import type { JSONSchema } from 'json-schema-to-ts';
import { describe, expect, test } from 'vitest';
import type { Behaviour, PartialBehaviour } from '../src/service/behaviour.js';
import { type ErrorCode, type ErrorSituation, errorCatalogue, errorSituations } from '../src/service/errors.js';
import { openQuestions, type QuestionId, questionIds } from '../src/service/questions/open-questions.js';
import { type AskOptions, ask } from '../tests/ask.js';
import type { PetstoreResponse } from './neutral-http.js';
import { World } from './world.js';

/** How the responses to a few requests show the choice of an open question. */
interface Trial<Choice> {
  /** Choices for other questions that this one depends on. */
  readonly given?: PartialBehaviour;
  /** Sends the requests whose responses depend on the question. */
  readonly send: (world: World) => PetstoreResponse[];
  /** Returns the part of a response that the choice decides. */
  readonly see: (response: PetstoreResponse) => unknown;
  /** Each choice, the default first, with what its responses show. */
  readonly choices: readonly (readonly [choice: Choice, seen: readonly unknown[]])[];
}

const NOON = '2026-11-21T12:00:30Z';
const json = [['content-type', 'application/json']] as const;
const fixture = {
  inventory: [
    { petId: 2, quantity: 4, status: 'available' },
    { petId: 10, quantity: 0, status: 'sold' },
    { petId: 1, quantity: 7, status: 'pending' },
  ],
} as const;

const get = (world: World, path = '/inventory', key: string | null = 'test_enterprise') =>
  ask(world, 'GET', path, { key });
const patch = (world: World, body: string, options: AskOptions = { headers: json }) =>
  ask(world, 'PATCH', '/inventory/1', { ...options, body });
const message = (world: World, body: string, headers: AskOptions['headers'] = json) =>
  ask(world, 'POST', '/messages', { headers, body });
const post = (world: World, message: unknown = 'hello') => ask(world, 'POST', '/messages', { json: { message } });
const times = (count: number, send: () => PetstoreResponse) => Array.from({ length: count }, send);

const statusOf = ({ status }: PetstoreResponse) => status;
const bodyOf = ({ body }: PetstoreResponse) => JSON.parse(body ?? '');
const codeOf = (response: PetstoreResponse) => bodyOf(response).code;
const header = (name: string) => (response: PetstoreResponse) => response.headers[name];
const remaining = header('X-RateLimit-Remaining');
const clockTime = (seconds: unknown) => new Date(Number(seconds) * 1000).toISOString().slice(11, 19);

const onePerMinute: PartialBehaviour = { 'enterprise-limits': { perMinute: 1, perDay: 100 } };
const ownCodes = Object.fromEntries(Object.keys(errorCatalogue).map((code) => [code, `E_${code}`]));
const forced = [400, 401, 403, 404, 405, 410, 413, 415, 429, 500];
const forcedCodes: ErrorCode[] = [
  ...(['invalid_request', 'unauthorized', 'key_banned', 'not_found', 'method_not_allowed'] as const),
  ...(['gone', 'payload_too_large', 'unsupported_media_type', 'rate_limit_exceeded', 'internal_error'] as const),
];
const situations = Object.keys(errorSituations) as ErrorSituation[];
const situationCodes = situations.map((situation) => errorSituations[situation][0]);
const ofSituations = (prefix: string) => Object.fromEntries(situations.map((one) => [one, `${prefix}${one}`]));

/** One request for each situation of an error, in the order in which they are listed. */
const rejections: Readonly<Record<ErrorSituation, (world: World) => PetstoreResponse>> = {
  'key-missing': (world) => get(world, '/inventory', null),
  'key-wrong': (world) => get(world, '/inventory', 'wrong'),
  'key-not-bearer': (world) =>
    ask(world, 'GET', '/inventory', { key: null, headers: [['authorization', 'Basic test_free']] }),
  'key-empty': (world) => ask(world, 'GET', '/inventory', { key: null, headers: [['authorization', 'Bearer']] }),
  'path-unknown': (world) => get(world, '/nothing'),
  'method-unknown': (world) => ask(world, 'PUT', '/inventory'),
  'pet-unknown': (world) => get(world, '/pets/99'),
  'pet-id-malformed': (world) => get(world, '/pets/%22a%22'),
  'pet-id-beyond-int64': (world) => get(world, '/pets/9223372036854775808'),
  'body-too-large': (world) => patch(world, ' '.repeat(1_048_577)),
  'content-type-wrong': (world) => patch(world, '{"quantity":1}', { headers: [['content-type', 'text/plain']] }),
  'content-type-missing': (world) => patch(world, '{"quantity":1}', {}),
  'body-empty': (world) => patch(world, ''),
  'body-malformed': (world) => patch(world, '{'),
  'body-no-object': (world) => patch(world, '[]'),
  'field-missing': (world) => patch(world, '{}'),
  'field-wrong': (world) => patch(world, '{"quantity":"12"}'),
  'field-out-of-range': (world) => patch(world, '{"quantity":9007199254740993}'),
  'field-blank': (world) => post(world, ''),
  'field-unknown': (world) => patch(world, '{"quantity":1,"note":"new"}'),
};
const pathFirst: Behaviour['order-of-checks'] = [
  ...(['path', 'method', 'sunset', 'pet-id', 'pet', 'key', 'quota'] as const),
  ...(['size', 'content-type', 'json', 'fields'] as const),
];
const inEverySituation = (world: World) => situations.map((situation) => rejections[situation](world));

const otherTypes = [
  [],
  ...['text/plain', 'application/merge-patch+json'].map((type) => [['content-type', type] as const]),
];

const trials: { readonly [Id in QuestionId]: Trial<Behaviour[Id]> } = {
  'order-of-checks': {
    send: (world) => [
      ask(world, 'PATCH', '/nothing', { key: 'wrong', body: '{' }),
      ask(world, 'PATCH', '/nothing', { body: '{' }),
      ask(world, 'PUT', '/inventory/abc', { body: '{' }),
      ask(world, 'PATCH', '/inventory/abc', { body: '{' }),
      ask(world, 'PATCH', '/inventory/99', { headers: json, body: '{}' }),
      ask(world, 'PATCH', '/inventory/99', { json: { quantity: 1 } }),
    ],
    see: statusOf,
    choices: [
      ['as-listed', [401, 404, 405, 400, 400, 404]],
      [pathFirst, [404, 404, 405, 400, 404, 404]],
    ],
  },
  'unauthenticated-quota': {
    send: (world) => times(2, () => get(world, '/inventory', null)),
    see: remaining,
    choices: [
      ['free-plan-untouched', ['60', '60']],
      ['per-address', ['59', '58']],
    ],
  },
  'refused-requests-count': {
    given: { 'described-window': 'day', 'update-content-type': 415, 'body-limit': 20, ...onePerMinute },
    send(world) {
      const key = 'test_enterprise';
      const inTheirMinutes = [
        () => ask(world, 'PATCH', '/inventory/1', { key, json: {} }),
        () => get(world, '/nothing'),
        () => ask(world, 'PUT', '/inventory', { key }),
        () => ask(world, 'PATCH', '/inventory/1', { key, json: { quantity: 1, note: 'too long' } }),
        () => ask(world, 'PATCH', '/inventory/1', { key, body: 'quantity=1' }),
        () => get(world),
      ].map((send) => {
        world.clock.advance('1m');
        return send();
      });
      return [...inTheirMinutes.slice(0, -1), get(world)];
    },
    see: remaining,
    choices: [
      [{ '400': true, '404': true, '429': false }, ['99', '98', '97', '96', '95', '94']],
      [{ '400': false, '404': true, '429': false }, ['100', '99', '99', '99', '99', '98']],
      [{ '400': true, '404': false, '429': false }, ['99', '99', '98', '97', '96', '95']],
      [{ '400': true, '404': true, '429': true }, ['99', '98', '97', '96', '95', '93']],
    ],
  },
  'described-window': {
    given: { 'enterprise-limits': { perMinute: 10, perDay: 5 } },
    send: (world) => [get(world, '/inventory', 'test_free'), get(world), get(world)],
    see: header('X-RateLimit-Limit'),
    choices: [
      ['fewest-remaining', ['60', '5', '5']],
      ['minute', ['60', '10', '10']],
      ['day', ['1000', '5', '5']],
    ],
  },
  'rate-limit-fields': {
    given: { 'enterprise-limits': { perMinute: 10, perDay: 5 } },
    send: (world) => [get(world), get(world, '/inventory', null)],
    see: ({ headers }) => [headers['X-RateLimit-Limit'], headers['RateLimit-Policy'], headers.RateLimit],
    choices: [
      [
        'x',
        [
          ['5', undefined, undefined],
          ['60', undefined, undefined],
        ],
      ],
      [
        'both',
        [
          ['5', '"minute";q=10;w=60, "day";q=5;w=86400', '"minute";r=9;t=60, "day";r=4;t=86400'],
          ['60', '"minute";q=60;w=60, "day";q=1000;w=86400', '"minute";r=60;t=60, "day";r=1000;t=86400'],
        ],
      ],
      [
        { 'RateLimit-Policy': 'each-window', RateLimit: 'described-window', day: 'daily' },
        [
          ['5', '"minute";q=10;w=60, "daily";q=5;w=86400', '"daily";r=4;t=86400'],
          ['60', '"minute";q=60;w=60, "daily";q=1000;w=86400', '"minute";r=60;t=60'],
        ],
      ],
      [
        { 'RateLimit-Policy': 'described-window', minute: 'default' },
        [
          ['5', '"day";q=5;w=86400', undefined],
          ['60', '"default";q=60;w=60', undefined],
        ],
      ],
      [
        { RateLimit: 'each-window' },
        [
          ['5', undefined, '"minute";r=9;t=60, "day";r=4;t=86400'],
          ['60', undefined, '"minute";r=60;t=60, "day";r=1000;t=86400'],
        ],
      ],
    ],
  },
  'window-start': {
    given: { 'rate-limit-fields': 'both' },
    send(world) {
      const first = get(world, '/inventory', 'test_free');
      world.clock.advance('35s');
      const second = get(world, '/inventory', 'test_free');
      world.clock.advance('30s');
      return [first, second, get(world, '/inventory', 'test_free')];
    },
    see: ({ headers }) => {
      const ofDay = /"day".*t=(\d+)/.exec(headers.RateLimit ?? '')?.[1];
      return `${headers['X-RateLimit-Remaining']} until ${clockTime(headers['X-RateLimit-Reset'])}, day ${ofDay}`;
    },
    choices: [
      [
        'first-request',
        ['59 until 12:01:30, day 86400', '58 until 12:01:30, day 86365', '59 until 12:02:35, day 86335'],
      ],
      ['calendar', ['59 until 12:01:00, day 43170', '59 until 12:02:00, day 43135', '58 until 12:02:00, day 43105']],
      ['sliding', ['59 until 12:01:30, day 86400', '58 until 12:01:30, day 86365', '58 until 12:02:05, day 86335']],
      [
        { minute: 'first-request', day: 'calendar' },
        ['59 until 12:01:30, day 43170', '58 until 12:01:30, day 43135', '59 until 12:02:35, day 43105'],
      ],
    ],
  },
  'retry-after-delay-seconds': {
    given: onePerMinute,
    send: (world) => times(2, () => get(world)).slice(1),
    see: header('Retry-After'),
    choices: [
      [0, ['60']],
      [15, ['75']],
    ],
  },
  'retry-after-format': {
    given: { ...onePerMinute, 'ban-threshold': 2 },
    send: (world) => [
      ask(world, 'GET', '/inventory', { headers: [['prefer', 'code=429']] }),
      ...times(3, () => get(world)).slice(1),
    ],
    see: header('Retry-After'),
    choices: [
      ['seconds', ['60', '60', '300']],
      [
        'http-date',
        ['Sat, 21 Nov 2026 12:01:30 GMT', 'Sat, 21 Nov 2026 12:01:30 GMT', 'Sat, 21 Nov 2026 12:05:30 GMT'],
      ],
    ],
  },
  'ban-threshold': {
    given: onePerMinute,
    send: (world) => times(13, () => get(world)).slice(1),
    see: codeOf,
    choices: [
      [10, [...Array(9).fill('rate_limit_exceeded'), ...Array(3).fill('key_banned')]],
      [3, [...Array(2).fill('rate_limit_exceeded'), ...Array(10).fill('key_banned')]],
      ['never', Array(12).fill('rate_limit_exceeded')],
    ],
  },
  'ban-duration-seconds': {
    given: { ...onePerMinute, 'ban-threshold': 1 },
    send: (world) => times(3, () => get(world)).slice(1),
    see: header('Retry-After'),
    choices: [
      [300, ['300', '300']],
      [86_400, ['86400', '86400']],
    ],
  },
  'ban-status': {
    given: { ...onePerMinute, 'ban-threshold': 1 },
    send: (world) => times(3, () => get(world)).slice(1),
    see: (response) => [response.status, codeOf(response), response.headers['Retry-After']],
    choices: [
      [429, Array(2).fill([429, 'key_banned', '300'])],
      [
        403,
        [
          [429, 'key_banned', '300'],
          [403, 'key_banned', '300'],
        ],
      ],
    ],
  },
  'enterprise-limits': {
    given: { 'described-window': 'minute' },
    send: (world) => [get(world)],
    see: (response) => [header('X-RateLimit-Limit')(response), remaining(response)],
    choices: [
      [{ perMinute: 5_000, perDay: 1_000_000 }, [['5000', '4999']]],
      [{ perMinute: 7, perDay: 50 }, [['7', '6']]],
    ],
  },
  'error-codes': {
    given: { 'extra-body-fields': 'refused', 'empty-message': 400 },
    send: (world) => [
      ...forced.map((code) => ask(world, 'GET', '/inventory', { headers: [['prefer', `code=${code}`]] })),
      ...inEverySituation(world),
    ],
    see: codeOf,
    choices: [
      [{}, [...forcedCodes, ...situationCodes]],
      [ownCodes, [...forcedCodes, ...situationCodes].map((code) => `E_${code}`)],
      [{ gone: 'E_410' }, [...forcedCodes.map((code) => (code === 'gone' ? 'E_410' : code)), ...situationCodes]],
      [
        { ...ownCodes, ...ofSituations('S_') },
        [...forcedCodes.map((code) => `E_${code}`), ...situations.map((one) => `S_${one}`)],
      ],
    ],
  },
  'error-messages': {
    given: { 'extra-body-fields': 'refused', 'empty-message': 400 },
    send: (world) => [
      rejections['field-wrong'](world),
      rejections['pet-unknown'](world),
      rejections['pet-id-malformed'](world),
      rejections['path-unknown'](world),
      ask(world, 'GET', '/inventory', { headers: [['prefer', 'code=404']] }),
    ],
    see: (response) => bodyOf(response).message,
    choices: [
      [
        'explain',
        [
          'quantity must be integer.',
          'No pet has the id 99.',
          expect.stringContaining('petId must be an integer'),
          expect.stringContaining('No operation has this path.'),
          'Forced by the header Prefer: code=404.',
        ],
      ],
      [
        { not_found: 'No such thing', invalid_request: 'Bad $& request' },
        ['Bad $& request', 'No such thing', 'Bad $& request', 'No such thing', 'No such thing'],
      ],
      [
        {
          ...ofSituations('See '),
          'pet-unknown': 'No pet {petId}, not {petId}',
          'pet-id-malformed': '{petId}?',
          not_found: '404',
        },
        ['See field-wrong', 'No pet 99, not 99', '"a"?', 'See path-unknown', '404'],
      ],
    ],
  },
  'quantity-range': {
    send: (world) => [patch(world, '{"quantity":-1}'), patch(world, '{"quantity":101}')],
    see: statusOf,
    choices: [
      [{ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, [200, 200]],
      [{ minimum: 0, maximum: 100 }, [400, 400]],
      [{ minimum: -1, maximum: 100 }, [200, 400]],
    ],
  },
  'malformed-pet-id': {
    send: (world) => [
      get(world, '/pets/abc'),
      ask(world, 'PATCH', '/inventory/1.5', { json: { quantity: 1 } }),
      get(world, '/pets/9223372036854775808'),
    ],
    see: statusOf,
    choices: [
      [400, [400, 400, 400]],
      [404, [404, 404, 404]],
      [{ 'beyond-int64': 400, other: 404 }, [404, 404, 400]],
    ],
  },
  'extra-body-fields': {
    send: (world) => [
      patch(world, '{"quantity":1,"note":"new"}'),
      patch(world, '{"quantity":1,"__proto__":2}'),
      message(world, '{"message":"a","note":"new"}'),
    ],
    see: statusOf,
    choices: [
      ['ignored', [200, 200, 200]],
      ['refused', [400, 400, 400]],
    ],
  },
  'update-content-type': {
    send: (world) => otherTypes.map((headers) => patch(world, '{"quantity":1}', { headers })),
    see: statusOf,
    choices: [
      [400, [400, 400, 400]],
      [415, [415, 415, 415]],
      ['ignored', [200, 200, 200]],
      [{ missing: 400, wrong: 415 }, [400, 415, 415]],
    ],
  },
  'message-content-type': {
    send: (world) => otherTypes.slice(1).map((headers) => message(world, '{"message":"a"}', headers)),
    see: statusOf,
    choices: [
      [400, [400, 400]],
      [415, [415, 415]],
      ['ignored', [200, 200]],
    ],
  },
  'empty-message': {
    send: (world) => [post(world, ''), post(world, ' \t')],
    see: (response) => [response.status, bodyOf(response).message],
    choices: [
      [
        'accepted',
        [
          [200, ''],
          [200, ' \t'],
        ],
      ],
      [
        400,
        [
          [400, 'message must not be blank.'],
          [400, 'message must not be blank.'],
        ],
      ],
      [
        '400-if-empty',
        [
          [400, 'message must not be blank.'],
          [200, ' \t'],
        ],
      ],
    ],
  },
  'message-success-status': {
    send: (world) => [post(world)],
    see: statusOf,
    choices: [
      [200, [200]],
      [201, [201]],
      [202, [202]],
    ],
  },
  'messages-base-url': {
    send: (world) => [post(world)],
    see: statusOf,
    choices: [
      ['same', [200]],
      ['https://messages.example/quickstart', [404]],
    ],
  },
  'messages-rate-limited': {
    send: (world) => [post(world), post(world, 12), ask(world, 'POST', '/messages', { key: null })],
    see: (response) => [response.status, remaining(response)],
    choices: [
      [
        true,
        [
          [200, '59'],
          [400, '58'],
          [401, '60'],
        ],
      ],
      [
        false,
        [
          [200, undefined],
          [400, undefined],
          [401, undefined],
        ],
      ],
    ],
  },
  'pet-shape': {
    send: (world) => [get(world, '/pets/1')],
    see: (response) => Object.entries(bodyOf(response)).map(([field, value]) => (field === 'name' ? field : value)),
    choices: [
      ['default', [[1, 'name', expect.any(String), 'pending', expect.any(Array)]]],
      [{ records: [{ nickname: 'Rex', age: 3 }] }, [['Rex', 3]]],
      [
        {
          records: [{ number: 3, id: '3', nickname: 'Rex', state: 'sold' }],
          fromStock: { number: 'petId', id: 'petId', state: 'status', stock: 'quantity' },
        },
        [[1, '1', 'Rex', 'pending', 7]],
      ],
      [{ records: [{ id: 3 }], envelope: { field: 'data', rest: { data: 0, next: null } } }, [[{ id: 3 }, null]]],
    ],
  },
  'order-shape': {
    send: (world) => [get(world, '/store/orders')],
    see: (response) => (Array.isArray(bodyOf(response)) ? Object.keys(bodyOf(response)[0]) : bodyOf(response)),
    choices: [
      ['default', [['id', 'petId', 'quantity', 'placedAt', 'status']]],
      [{ records: [{ number: 'A-1' }] }, [['number']]],
      [
        { envelope: { field: 'orders' } },
        [{ orders: Array(3).fill(expect.objectContaining({ petId: expect.any(Number) })) }],
      ],
      [{ records: [{ number: 'A-1' }], envelope: { field: 'orders' } }, [{ orders: [{ number: 'A-1' }] }]],
      [
        { records: [{ number: 'A-1' }], envelope: { field: 'data', rest: { next: null, data: 'none' } } },
        [{ data: [{ number: 'A-1' }], next: null }],
      ],
    ],
  },
  'deprecation-headers': {
    send: (world) => [get(world, '/pets/1')],
    see: ({ headers }) => [headers.Deprecation, headers.Sunset, headers.Link],
    choices: [
      ['standard', [['@1782777600', 'Fri, 31 Dec 2027 00:00:00 GMT', '</v1/inventory>; rel="successor-version"']]],
      ['none', [[undefined, undefined, undefined]]],
      [{ Deprecation: 'true' }, [['true', undefined, undefined]]],
      [{ Sunset: 'soon', Link: '</help>; rel="sunset"' }, [[undefined, 'soon', '</help>; rel="sunset"']]],
    ],
  },
  'www-authenticate': {
    send: (world) => [get(world, '/inventory', null), get(world, '/inventory', 'wrong')],
    see: header('WWW-Authenticate'),
    choices: [
      ['bearer', ['Bearer realm="petstore"', 'Bearer realm="petstore", error="invalid_token"']],
      ['none', [undefined, undefined]],
      ['Basic realm="x"', ['Basic realm="x"', 'Basic realm="x"']],
      [{ missing: 'Bearer', wrong: 'Bearer error="invalid_token"' }, ['Bearer', 'Bearer error="invalid_token"']],
    ],
  },
  'sunset-date': {
    send: (world) => [get(world, '/pets/1')],
    see: ({ headers }) => [headers.Deprecation, headers.Sunset],
    choices: [
      [
        { deprecatedSince: '2026-06-30T00:00:00Z', sunset: '2027-12-31T00:00:00Z' },
        [['@1782777600', 'Fri, 31 Dec 2027 00:00:00 GMT']],
      ],
      [
        { deprecatedSince: '1970-01-01T00:00:01.5Z', sunset: '2027-01-01T12:00:00Z' },
        [['@1', 'Fri, 01 Jan 2027 12:00:00 GMT']],
      ],
    ],
  },
  'after-sunset': {
    given: { 'deprecation-headers': 'none' },
    send(world) {
      world.clock.set('2027-12-31T00:00:00Z');
      return [get(world, '/pets/1')];
    },
    see: statusOf,
    choices: [
      ['keeps-answering', [200]],
      [410, [410]],
    ],
  },
  'unknown-method': {
    send: (world) => [ask(world, 'DELETE', '/inventory')],
    see: ({ status, headers }) => [status, headers.Allow],
    choices: [
      [405, [[405, 'GET, HEAD']]],
      [404, [[404, undefined]]],
    ],
  },
  'body-limit': {
    send: (world) => [patch(world, '{"quantity":12}'), message(world, '{"message":"four"}')],
    see: statusOf,
    choices: [
      [1_048_576, [200, 200]],
      [14, [413, 413]],
    ],
  },
  'list-order': {
    send: (world) => times(2, () => get(world)),
    see: (response) => bodyOf(response).map(({ petId }: { petId: number }) => petId),
    choices: [
      ['ascending', Array(2).fill([1, 2, 10])],
      ['descending', Array(2).fill([10, 2, 1])],
    ],
  },
};

const trialOf = (id: QuestionId) => trials[id] as Trial<unknown>;

function sendUnder(id: QuestionId, choice: unknown, showAssumptions: boolean): PetstoreResponse[] {
  const { given, send } = trialOf(id);
  const behaviour = { ...given, [id]: choice } as PartialBehaviour;
  return send(new World({ clock: NOON, fixture, behaviour, showAssumptions, prefer: true }));
}

/** The questions that a response lists. */
function assumedBy({ headers }: PetstoreResponse): string[] {
  return headers['X-Mock-Assumed']?.split(', ') ?? [];
}

describe.each(questionIds)('%s', (id) => {
  const { see, choices } = trialOf(id);
  const rows = choices.map(([choice, seen]) => [JSON.stringify(choice), choice, seen] as const);

  test.each(rows)('%s shows in the responses', (_, choice, seen) => {
    expect(sendUnder(id, choice, false).map(see)).toEqual(seen);
  });

  // Almost every response depends on the order of checks: see decisions/2026-11-21-limits-and-bans.md.
  test.each(choices.length > 1 && id !== 'order-of-checks' ? rows : [])(
    '%s is listed in every response that another choice could change',
    (_, choice) => {
      for (const response of sendUnder(id, choice, true)) expect(assumedBy(response)).toContain(id);
    },
  );

  test('X-Mock-Assumed is absent unless requested', () => {
    for (const response of sendUnder(id, openQuestions[id].default, false)) expect(assumedBy(response)).toEqual([]);
  });

  test('the default is the first choice tested, and each choice behaves differently', () => {
    expect(choices[0]?.[0]).toEqual(openQuestions[id].default);
    expect(new Set(choices.map(([, seen]) => JSON.stringify(seen))).size).toBe(choices.length);
  });

  test('every choice of the register is tested', () => {
    const tried = choices.map(([choice]) => choice);
    const listed = listedIn(openQuestions[id].schema);
    for (const choice of listed) expect(tried).toContainEqual(choice);
    const own = tried.filter((choice) => !listed.includes(choice));
    const fewestOwn = listed.length === 0 ? 2 : hasRoom(openQuestions[id].schema) ? 1 : 0;
    expect(own.length).toBeGreaterThanOrEqual(fewestOwn);
    for (const [field, schema] of Object.entries(fieldsOf(openQuestions[id].schema))) {
      const values = tried.map((choice) => (choice as Record<string, unknown>)[field]);
      for (const value of listedIn(schema)) expect(values, field).toContain(value);
      expect(
        values.some((value) => value !== undefined),
        field,
      ).toBe(true);
    }
  });
});

test('every question of the register is tested', () => {
  expect(Object.keys(trials).sort()).toEqual([...questionIds].sort());
});

/** Lists the choices that a schema enumerates. */
function listedIn(schema: JSONSchema): unknown[] {
  if (typeof schema === 'boolean') return [];
  if (schema.const !== undefined) return [schema.const];
  if (schema.type === 'boolean') return [true, false];
  return [...((schema.enum ?? []) as unknown[]), ...(schema.anyOf ?? []).flatMap(listedIn)];
}

/** Returns whether a schema accepts choices that it does not enumerate. */
function hasRoom(schema: JSONSchema): boolean {
  if (typeof schema !== 'object') return schema;
  return schema.anyOf === undefined ? listedIn(schema).length === 0 : schema.anyOf.some(hasRoom);
}

function fieldsOf(schema: JSONSchema): Readonly<Record<string, JSONSchema>> {
  return typeof schema === 'object' ? (schema.properties ?? {}) : {};
}
