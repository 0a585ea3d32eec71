import { GOOD_KEY, headerIn, type Service, type ServiceResponse } from '../conformant-service/service.js';

// A fixed walk through everything that is promised. It needs no suite: it shows whether two services differ at all.

const START_MS = Date.UTC(2026, 10, 21, 12);
const bearer = { Authorization: `Bearer ${GOOD_KEY}` };
const json = { ...bearer, 'Content-Type': 'application/json' };

const otherClients = [
  { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'de-DE,de;q=0.9' },
  { 'X-Forwarded-For': '203.0.113.7' },
  { 'Transfer-Encoding': 'chunked' },
  { Cookie: `session=abc-123-def; token=${GOOD_KEY}` },
];

const badBodies = [
  '{}',
  '{"quantity":"7"}',
  '{"quantity":8.5}',
  '{"quantity":null}',
  '{"quantity":true}',
  '{"quantity":[7]}',
  '{"quantity":{}}',
  '',
  '{"quantity":',
  '[]',
  '7',
  'null',
  '{"quantity":NaN}',
  "{'quantity':7}",
];

/** The last one has the claims of a token without a signature. */
const mistakenKeys = [
  'undefined',
  'constructor',
  'YOUR_API_KEY',
  `Bearer ${GOOD_KEY}`,
  [{ alg: 'none' }, { sub: 'x' }, ''].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.'),
];

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | undefined;
  readonly connection?: number;
}

const quantities = ['12', '12', '4', '4', '5', '0', '-1', '4294967303', '2000000'];

const blanks = ' '.repeat(40_000);

/** Returns the responses of a service to the script, which ends at its limit and after it; `petId` is one of its pets. */
export function walkThrough(service: Service, petId: string, otherId = petId): ServiceResponse[] {
  let nowMs = START_MS;
  const responses: ServiceResponse[] = [];
  const send = (method: string, path: string, headers: Record<string, string> = bearer, body?: string) => {
    nowMs += service.latencyMs;
    return receiveTogether([{ method, path, headers, body }])[0] as ServiceResponse;
  };
  const receiveTogether = (sent: readonly Sent[]) => {
    const requests = sent.map(({ path, headers = bearer, connection = 1, ...rest }) => {
      const url = `https://petstore.test${path}`;
      return { body: undefined, ...rest, url, headers: Object.entries(headers), connection };
    });
    for (const request of requests) service.receive?.(request, nowMs);
    const received = requests.map((request) => service.handle(request, nowMs));
    responses.push(...received);
    return received;
  };
  const list = () => send('GET', '/v1/inventory');
  const patch = (body: string, id = petId, headers: Record<string, string> = json) =>
    send('PATCH', `/v1/inventory/${id}`, headers, body);
  const message = (body: string, headers: Record<string, string> = json) =>
    send('POST', `${service.messagesBasePath}/messages`, headers, body);

  for (let i = 0; i < 3; i++) list();
  for (const path of ['/v1/store/orders', `/v1/pets/${petId}`]) {
    send('GET', path);
    send('GET', path, {});
  }
  send('GET', '/v1/inventory', {});
  for (const headers of otherClients) {
    send('GET', '/v1/inventory', { ...bearer, ...headers });
    send('GET', '/v1/store/orders', headers);
    send('PATCH', `/v1/inventory/${petId}`, { ...json, ...headers }, '{"quantity":6}');
    list();
  }
  const inLowerCase = { authorization: bearer.Authorization, 'content-type': 'application/json' };
  message('{"message":"x"}', inLowerCase);
  message('{"message":"x"}', { ...json, Expect: '100-continue' });
  for (const key of ['another1', 'another-key-1', GOOD_KEY.slice(0, -1)]) {
    send('GET', '/v1/inventory', { Authorization: `Bearer ${key}` });
  }
  send('GET', '/v1/inventory', { Authorization: `Basic ${Buffer.from(`${GOOD_KEY}:`).toString('base64')}` });
  send('GET', `/v1/inventory?api_key=${GOOD_KEY}`, {});
  send('GET', `/v1/inventory?access_token=${GOOD_KEY}`, {});

  for (let i = 0; i < 5; i++) send('GET', '/v1/inventory', { Authorization: 'Bearer a-wrong-key' });
  for (const key of mistakenKeys) send('GET', '/v1/inventory', { Authorization: `Bearer ${key}` });

  for (const body of badBodies) patch(body);
  patch('{"quantity":3}', petId, { 'Content-Type': 'application/json' });
  patch('{"quantity":3}', '123456789');
  patch('{"quantity":3}', 'rex');
  list();
  for (const quantity of quantities) {
    patch(`{"quantity":${quantity}}`);
    if (quantity !== '2000000') list();
  }
  patch('{}', petId, { ...json, 'Accept-Encoding': 'identity' });
  patch('{"quantity":3}', petId, { ...json, 'Accept-Encoding': 'identity' });
  patch('{"quantity":3}', '9007199254740992');
  // The limit is reached only in the end.
  nowMs += 61_000;
  for (const body of ['{"quantity":3}', '{"quantity":9}', '{"quantity":3}']) patch(body);
  patch('{"quantity":3}', '21');
  patch('{"quantity":3}', '200');
  list();
  patch('{"petId":2,"quantity":6,"status":"pending"}');
  list();

  nowMs += 61_000;
  patch(`{"quantity":9${blanks}}`, petId, { 'Content-Type': 'application/json' });
  list();
  patch(`{"quantity":9${blanks}}`, '123456789');
  list();
  patch(`null${blanks}`);
  list();
  patch('{"quantity":9}');
  receiveTogether([{ method: 'GET', path: '/v1/inventory', connection: 2 }]);
  receiveTogether([
    { method: 'GET', path: '/v1/inventory', headers: {} },
    { method: 'PATCH', path: `/v1/inventory/${petId}`, headers: json, body: '{"quantity":5}' },
    { method: 'POST', path: `${service.messagesBasePath}/messages`, headers: json, body: '{"message":"one"}' },
    { method: 'PATCH', path: `/v1/inventory/${otherId}`, headers: json, body: '{"quantity":6}' },
    { method: 'POST', path: `${service.messagesBasePath}/messages`, headers: json, body: '{"message":"two"}' },
    { method: 'GET', path: '/v1/inventory' },
  ]);
  list();

  message('{"message":" caf\\u00e9 \\"<b>\\" 🐾  tail "}');
  message('{"message":"again\\r\\nand \uFB01 o\\u0308"}');
  message('{"message":"again\\r\\nand \uFB01 o\\u0308"}');
  message('{"message":"one\\u0000two\\u0001"}');
  message('{message: "one"}');
  message('{"message":');
  message('{}');
  message('{"message":"x"}', bearer);
  message('{"message":"x"}', { 'Content-Type': 'application/json' });

  const isLimited = () => responses.at(-1)?.status === 429;
  for (let i = 0; i < 60 && !isLimited(); i++) list();
  const limited = patch('{"quantity":77}');
  message('{"message":"beyond the limit"}');
  nowMs += (Number(headerIn(limited.headers, 'retry-after')) || 60) * 1_000;
  list();
  nowMs += 21_000;
  list();
  nowMs += 61_000;
  list();
  return responses;
}
