import type { World } from '../../mocks/world.js';
import type { WorldOptions } from '../../mocks/world-options.js';

type StepHeaders = Record<string, string> | [name: string, value: string][];
type StepBody = string | Uint8Array<ArrayBuffer>;

export interface Step {
  readonly method: string;
  readonly path: string;
  /** 0 if no response is expected. */
  readonly status: number;
  readonly headers?: StepHeaders;
  readonly body?: StepBody;
  /** Whether only half of the body is expected. */
  readonly isCut?: true;
  /** Changes the world before the request. */
  readonly before?: (world: World) => void;
}

export interface Scenario {
  readonly title: string;
  readonly options?: WorldOptions;
  readonly steps: readonly Step[];
}

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const json = { ...bearer('test_pro'), 'Content-Type': 'application/json' };

const get = (path: string, status: number, headers: StepHeaders = bearer('test_pro')): Step => ({
  method: 'GET',
  path,
  status,
  headers,
});
const patch = (id: string, status: number, body: StepBody = '{"quantity":7}', headers: StepHeaders = json): Step => ({
  method: 'PATCH',
  path: `/v1/inventory/${id}`,
  status,
  headers,
  body,
});
const post = (status: number, body: StepBody, headers: StepHeaders = json): Step => ({
  method: 'POST',
  path: '/v1/messages',
  status,
  headers,
  body,
});
const twice = (step: Step): Step[] => [step, step];
const truncate = ({ faults }: World) => {
  faults.clear();
  faults.always('any', { body: 'truncated' });
};
const slowlyTruncate = ({ faults }: World) => {
  faults.clear();
  faults.always('any', { body: 'truncated', dripMs: 2 });
};
const bytes = (...values: number[]) => new Uint8Array(values);

/** The requests sent through every edge. Each scenario has a fresh world. */
export const scenarios: readonly Scenario[] = [
  {
    title: 'every operation',
    steps: [
      get('/v1/inventory', 200),
      patch('1', 200),
      get('/v1/inventory', 200),
      post(200, '{"message":"Grüße, 世界 🐕 \\"quoted\\" \\ud800"}'),
      get('/v1/pets/1', 200),
      get('/v1/store/orders', 200),
    ],
  },
  {
    title: 'a list that is sent in pieces, as it was and after changes',
    options: { pets: 1_000 },
    steps: [
      get('/v1/inventory', 200),
      patch('500', 200),
      get('/v1/inventory', 200),
      { ...get('/v1/inventory', 200), before: (world) => world.setBehaviour({ 'list-order': 'descending' }) },
      get('/v1/inventory', 200),
      patch('500', 200, '{"quantity":123456}'),
      get('/v1/inventory', 200),
      { ...get('/v1/inventory', 200), isCut: true, before: truncate },
    ],
  },
  {
    title: 'wrong credentials',
    steps: [
      get('/v1/inventory', 401, {}),
      get('/v1/inventory', 401, { Authorization: '' }),
      get('/v1/inventory', 401, { Authorization: 'Bearer' }),
      get('/v1/inventory', 401, { Authorization: 'Bearer ' }),
      get('/v1/inventory', 401, bearer('wrong')),
      get('/v1/inventory', 401, bearer('test_revoked')),
      get('/v1/inventory', 401, { Authorization: 'Basic dGVzdF9mcmVlOg==' }),
      get('/v1/inventory?api_key=test_free', 401, {}),
      get('/v1/inventory', 401, [
        ['Authorization', 'Bearer test_free'],
        ['Authorization', 'Bearer test_pro'],
      ]),
      get('/v1/inventory', 200, { Authorization: 'bearer test_free' }),
    ],
  },
  {
    title: 'invalid ids, and ids with special characters',
    steps: [
      ...['abc', '1.5', '-0', '01', '+1', '%201', '1%20', '%00', '1%2F2', '%zz', '%', '1e2', '１'].map((id) =>
        patch(id, 400),
      ),
      patch('9223372036854775808', 400),
      patch('-9223372036854775809', 400),
      patch('9223372036854775807', 404),
      patch('-9223372036854775808', 404),
      patch('%31', 200),
      get('/v1/pets/%zz', 400),
      get('/v1/pets/999', 404),
    ],
  },
  {
    title: 'ids beyond 2^53',
    options: {
      fixture: {
        inventory: [
          { petId: 9007199254740992n, quantity: 1, status: 'sold' },
          { petId: 9007199254740993n, quantity: 2, status: 'available' },
        ],
      },
    },
    steps: [
      patch('9007199254740993', 200),
      patch('9007199254740991', 404),
      get('/v1/inventory', 200),
      get('/v1/pets/9007199254740993', 200),
    ],
  },
  {
    title: 'slightly wrong paths',
    steps: [
      get('/v1', 404),
      get('/v1/', 404),
      get('/v1//inventory', 404),
      get('/v1/inventory/', 404),
      patch('', 404),
      patch('1/', 404),
      patch('/1', 404),
      get('/v1/Inventory', 404),
      get('/v1/%69nventory', 200),
      get('/v1/inventory?status=sold', 200),
      get('/v1/./inventory', 200),
      get('/v1/pets/../inventory', 200),
      get('/v1/nowhere', 404),
      get('/v1/store', 404),
    ],
  },
  {
    title: 'methods that a path does not support',
    steps: [
      { method: 'DELETE', path: '/v1/inventory/1', status: 405, headers: json },
      { method: 'POST', path: '/v1/inventory', status: 405, headers: json, body: '{}' },
      { method: 'PUT', path: '/v1/inventory/1', status: 405, headers: json, body: '{"quantity":1}' },
      { method: 'OPTIONS', path: '/v1/inventory', status: 405, headers: json },
      { method: 'HEAD', path: '/v1/inventory', status: 200, headers: json },
      { method: 'HEAD', path: '/v1/pets/1', status: 200, headers: json },
      { method: 'HEAD', path: '/v1/messages', status: 405, headers: json },
    ],
  },
  {
    title: 'rejected bodies',
    steps: [
      patch('1', 400, ''),
      patch('1', 400, 'null'),
      patch('1', 400, '[{"quantity":1}]'),
      patch('1', 400, '"quantity"'),
      patch('1', 400, '{"quantity":1'),
      patch('1', 400, '['.repeat(300) + ']'.repeat(300)),
      patch('1', 400, '{"quantity":1,"quantity":1}'),
      patch('1', 400, '\uFEFF{"quantity":1}'),
      patch('1', 400, bytes(0x7b, 0xff, 0xfe, 0x7d)),
      patch('1', 413, ' '.repeat(1_048_577)),
      ...['{}', '{"quantity":"12"}', '{"quantity":12.5}', '{"quantity":1e400}', '{"quantity":null}'].map((body) =>
        patch('1', 400, body),
      ),
      ...['{"quantity":true}', '{"quantity":[1]}', '{"quantity":9007199254740992}'].map((body) =>
        patch('1', 400, body),
      ),
      get('/v1/inventory', 200),
    ],
  },
  {
    title: 'accepted bodies',
    steps: [
      patch('1', 200, '{"quantity":1e2}'),
      patch('1', 200, '{"quantity":5.0}'),
      patch('1', 200, '{"quantity":-3}'),
      patch('1', 200, '{"quantity":-0}'),
      patch('1', 200, '{"quantity":9007199254740991}'),
      patch('1', 200, '{"quantity":4,"__proto__":{"quantity":5},"more":[1,2]}'),
      patch('1', 200, '{"quantity":4}', { ...json, 'Content-Type': 'Application/JSON; charset=utf-8' }),
    ],
  },
  {
    title: 'content types',
    steps: [
      patch('1', 400, '{"quantity":1}', { ...json, 'Content-Type': 'text/plain' }),
      patch('1', 400, bytes(0x7b, 0x7d), bearer('test_pro')),
      post(400, '{"message":"hi"}', { ...json, 'Content-Type': 'text/plain' }),
      post(400, bytes(0x7b, 0x7d), bearer('test_pro')),
      patch('1', 400, '{"quantity":1}', { ...json, 'Content-Encoding': 'gzip' }),
    ],
  },
  {
    title: 'rejected messages',
    steps: [post(400, '{'), post(400, '{}'), post(400, '{"message":12}'), post(400, ''), post(200, '{"message":""}')],
  },
  {
    title: 'limits, rejections and a ban that ends',
    options: { behaviour: { 'ban-threshold': 3, 'enterprise-limits': { perMinute: 2, perDay: 5 } } },
    steps: [
      ...twice(get('/v1/inventory', 200, bearer('test_enterprise'))),
      ...twice(get('/v1/inventory', 429, bearer('test_enterprise'))),
      { ...get('/v1/inventory', 200, bearer('test_enterprise')), before: ({ clock }) => clock.advance('1m') },
      { ...get('/v1/inventory', 200, bearer('test_enterprise')), before: ({ clock }) => clock.advance('59s') },
      ...twice(get('/v1/inventory', 429, bearer('test_enterprise'))),
      get('/v1/inventory', 429, bearer('test_enterprise')),
      { ...get('/v1/inventory', 200, bearer('test_enterprise')), before: ({ clock }) => clock.advance('5m') },
      get('/v1/inventory', 429, bearer('test_enterprise')),
    ],
  },
  {
    title: 'a page on another origin',
    steps: [
      {
        method: 'OPTIONS',
        path: '/v1/inventory/1',
        status: 204,
        headers: {
          Origin: 'http://localhost:5173',
          'Access-Control-Request-Method': 'PATCH',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      },
      patch('1', 200, '{"quantity":2}', { ...json, Origin: 'http://localhost:5173' }),
      get('/v1/inventory', 401, { Origin: 'http://localhost:5173' }),
    ],
  },
  {
    title: 'CORS turned off',
    options: { cors: false },
    steps: [
      get('/v1/inventory', 200),
      {
        method: 'OPTIONS',
        path: '/v1/inventory',
        status: 401,
        headers: { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' },
      },
    ],
  },
  {
    title: 'the other choices of the open questions',
    options: {
      behaviour: {
        'retry-after-format': 'http-date',
        'malformed-pet-id': 404,
        'update-content-type': 415,
        'message-success-status': 202,
        'deprecation-headers': 'none',
        'unknown-method': 404,
        'www-authenticate': 'none',
        'list-order': 'descending',
        'error-codes': { not_found: 'E404' },
        'enterprise-limits': { perMinute: 1, perDay: 1 },
      },
      showAssumptions: true,
    },
    steps: [
      get('/v1/inventory', 200),
      get('/v1/inventory', 401, {}),
      patch('abc', 404),
      patch('1', 415, '{"quantity":1}', { ...json, 'Content-Type': 'text/plain' }),
      post(202, '{"message":"12"}'),
      get('/v1/pets/1', 200),
      { method: 'DELETE', path: '/v1/inventory', status: 404, headers: json },
      { method: 'OPTIONS', path: '/v1/inventory', status: 404, headers: json },
      { method: 'HEAD', path: '/v1/inventory', status: 200, headers: json },
      get('/v1/inventory', 200, bearer('test_enterprise')),
      get('/v1/inventory', 429, bearer('test_enterprise')),
    ],
  },
  {
    title: 'forced responses',
    options: { prefer: true },
    steps: ['401', '403', '404', '405', '410', '413', '415', '429', '500', '200'].map((code) =>
      get('/v1/inventory', Number(code), { ...bearer('test_pro'), Prefer: `code=${code}` }),
    ),
  },
  {
    title: 'after the sunset',
    options: { behaviour: { 'after-sunset': 410 } },
    steps: [
      get('/v1/pets/1', 200),
      { ...get('/v1/pets/1', 410), before: ({ clock }) => clock.set('2027-12-31T00:00:00Z') },
    ],
  },
  {
    title: 'statuses forced by faults',
    steps: [
      ...[400, 401, 403, 404, 405, 410, 418, 429, 500, 503].map(
        (status): Step => ({
          ...patch('1', status),
          before: ({ faults }) => faults.next('updateInventory', { status, delayMs: 1 }),
        }),
      ),
      patch('1', 200),
    ],
  },
  {
    title: 'reset connections and truncated bodies',
    steps: [
      { ...patch('1', 0), before: ({ faults }) => faults.always('any', { network: 'reset' }) },
      get('/v1/nowhere', 0),
      { ...get('/v1/inventory', 200), isCut: true, before: truncate },
      { ...patch('2', 200, '{"quantity":5}'), isCut: true },
      { ...post(200, '{"message":"Grüße, 世界 🐕"}'), isCut: true },
      { ...get('/v1/inventory', 401, {}), isCut: true },
      { method: 'HEAD', path: '/v1/inventory', status: 200, headers: json },
      { ...get('/v1/inventory', 200), before: ({ faults }) => faults.clear() },
    ],
  },
  {
    title: 'malformed and slow bodies',
    steps: [
      { ...get('/v1/inventory', 200), before: ({ faults }) => faults.always('any', { body: 'malformed', dripMs: 2 }) },
      patch('2', 200, '{"quantity":5}'),
      post(200, '{"message":"Grüße, 世界 🐕"}'),
      get('/v1/inventory', 401, {}),
      { method: 'HEAD', path: '/v1/inventory', status: 200, headers: json },
      { ...get('/v1/inventory', 200), isCut: true, before: slowlyTruncate },
      { ...get('/v1/inventory', 200), before: ({ faults }) => faults.clear() },
    ],
  },
  {
    title: 'faults for one key',
    steps: [
      { ...get('/v1/inventory', 200), before: ({ faults }) => faults.always('any', { status: 503 }, { key: 'key#1' }) },
      get('/v1/inventory', 503, bearer('test_free')),
      get('/v1/inventory', 401, {}),
    ],
  },
  {
    title: 'a bug',
    steps: [
      {
        ...get('/v1/pets/1', 500),
        before: ({ inventory }) =>
          Object.assign(inventory, {
            get() {
              throw new Error('a bug');
            },
          }),
      },
    ],
  },
];
