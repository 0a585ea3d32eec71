import { expect, it } from 'vitest';
import { recorded } from '../../tests/recorded.js';
import { InputError } from '../json/input-error.js';
import type { Exchange } from './exchange.js';
import { readHar, readRecording } from './read-har.js';
import { writeHar } from './write-har.js';

const KEY = 'sk_live_51Hxyz';
const URL = 'https://api.example.test/v1/inventory';
const json = { name: 'content-type', value: 'application/json' };

interface EntryInit {
  readonly request?: object;
  readonly response?: object | null;
  readonly [field: string]: unknown;
}

/** A recorded GET /inventory with the response `[]`, changed by a test. */
function entryOf({ request, response, ...rest }: EntryInit = {}): object {
  return {
    startedDateTime: '2026-11-21T12:00:00.000Z',
    time: 12.5,
    request: { method: 'GET', url: URL, httpVersion: 'HTTP/1.1', headers: [], bodySize: 0, ...request },
    response: response === null ? null : { ...responded, ...response },
    cache: {},
    ...rest,
  };
}

const responded = {
  status: 200,
  statusText: 'OK',
  httpVersion: 'HTTP/1.1',
  headers: [json],
  content: { size: 2, mimeType: 'application/json', text: '[]' },
};

const harOf = (...entries: readonly object[]) => JSON.stringify({ log: { version: '1.2', creator: {}, entries } });
const read = (...entries: readonly object[]) => readHar(harOf(...entries), 'shop.har').exchanges;
const readOne = (told: EntryInit): Exchange | undefined => read(entryOf(told))[0];
const bodyOf = (told: EntryInit) => readOne(told)?.response?.body;

it('reads an entry of a recording', () => {
  expect(readOne({})).toStrictEqual({
    number: 1,
    probe: undefined,
    request: { method: 'GET', url: URL, headers: [], body: undefined, credential: { kind: 'unknown' } },
    response: {
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers: [['content-type', 'application/json']],
      body: { kind: 'text', text: '[]', isRedacted: false },
    },
    failure: undefined,
    startedMs: Date.UTC(2026, 10, 21, 12),
    endedMs: Date.UTC(2026, 10, 21, 12) + 12.5,
  });
});

it('skips a byte order mark', () => {
  expect(readHar(`\uFEFF${harOf(entryOf())}`, 'shop.har').exchanges).toHaveLength(1);
});

it('sorts entries by time, and numbers them', () => {
  const second = entryOf({ startedDateTime: '2026-11-21T14:00:01.500+02:00', request: { url: `${URL}?b` } });
  const exchanges = read(second, entryOf({ request: { url: `${URL}?a` } }));
  expect(exchanges.map(({ number, request }) => [number, request.url])).toEqual([
    [1, `${URL}?a`],
    [2, `${URL}?b`],
  ]);
});

it('skips entries that are not HTTP exchanges', () => {
  const other = [
    'wss://api.example.test/v1/live',
    'data:text/plain,x',
    'blob:https://api.example.test/1',
    'about:blank',
  ];
  const entries = other.map((url) => entryOf({ request: { url } }));
  expect(read(...entries, entryOf({ response: { status: 101 } }), entryOf())).toHaveLength(1);
});

it('drops the pseudo headers of HTTP/2, and the fragment', () => {
  const headers = [
    { name: ':authority', value: 'api.example.test' },
    { name: 'accept', value: '*/*' },
  ];
  const exchange = readOne({ request: { headers, url: `${URL}#top` }, response: { httpVersion: 'h2' } });
  expect(exchange?.request).toMatchObject({ headers: [['accept', '*/*']], url: URL });
  expect(exchange?.response?.httpVersion).toBe('2');
});

it.each([
  ['http/2.0', '2'],
  ['h3', '3'],
  ['HTTP/1.0', '1.0'],
  ['', ''],
])('reads the HTTP version %j', (written, httpVersion) => {
  expect(readOne({ response: { httpVersion: written } })?.response?.httpVersion).toBe(httpVersion);
});

it('reads a base64 body', () => {
  const content = { size: 4, text: Buffer.from('"é"').toString('base64'), encoding: 'base64' };
  expect(bodyOf({ response: { content } })).toEqual({ kind: 'text', text: '"é"', isRedacted: false });
});

it('reads a binary body', () => {
  const content = { size: 3, text: Buffer.from([1, 255, 2]).toString('base64'), encoding: 'base64' };
  expect(bodyOf({ response: { content } })).toEqual({ kind: 'binary', bytes: 3 });
});

it.each<[string, object]>([
  ['an export without bodies', { content: { size: 2, mimeType: 'application/json' } }],
  ['a response without content', { content: undefined }],
  ['not included by Firefox', { content: { size: 0, text: '', comment: 'Response bodies are not included.' } }],
  ['cut off', { content: { size: 3, text: '[]' } }],
  ['cut off in base64', { content: { size: 3, text: Buffer.from('[]').toString('base64'), encoding: 'base64' } }],
  ['shorter than its Content-Length', { headers: [{ name: 'Content-Length', value: '9' }] }],
  ['cut off by the connection', { _error: 'net::ERR_CONTENT_LENGTH_MISMATCH' }],
  ['invalid base64', { content: { text: '!', encoding: 'base64' } }],
  ['received but not stored', { bodySize: 2, content: { size: 0, text: '' } }],
  ['a 304 from a cache', { status: 304 }],
])('reports a missing body: %s', (_, response) => {
  expect(bodyOf({ response })).toMatchObject({ kind: 'missing' });
});

it.each<[string, EntryInit]>([
  ['it is recorded as empty', { response: { content: { size: 0, text: '' } } }],
  ['Content-Length is 0', { response: { headers: [{ name: 'Content-Length', value: '0' }], content: { size: 0 } } }],
  ['the status is 204', { response: { status: 204, content: { size: 0 } } }],
  ['the method is HEAD', { request: { method: 'HEAD' }, response: { content: { size: 0 } } }],
])('reports a body as empty if %s', (_, told) => {
  expect(bodyOf(told)).toEqual({ kind: 'empty' });
});

it('compares the Content-Length of a compressed response with its compressed body', () => {
  const headers = [
    { name: 'Content-Length', value: '22' },
    { name: 'Content-Encoding', value: 'gzip' },
  ];
  expect(bodyOf({ response: { headers } })).toMatchObject({ kind: 'text' });
});

it.each<[string, EntryInit]>([
  ['Chrome’s cache', { _fromCache: 'disk' }],
  ['Chrome’s cache, of which nothing was transferred', { response: { _transferSize: 0 } }],
  ['a service worker', { response: { _fetchedViaServiceWorker: true } }],
  ['Safari’s cache', { response: { _fetchType: 'Memory Cache' } }],
  ['Firefox’s cache', { cache: { afterRequest: { eTag: '', hitCount: 1 } } }],
])('does not attribute a response from %s to the service', (_, told) => {
  const exchange = readOne(told);
  expect(exchange?.response).toBeUndefined();
  expect(exchange?.failure).toBe('the response came from a cache, not from the service');
});

it.each<[string, EntryInit, string]>([
  ['the error of Chrome', { response: { status: 0, _error: 'net::ERR_FAILED' } }, 'net::ERR_FAILED'],
  ['the error of Playwright', { response: { status: -1, _failureText: 'aborted' } }, 'aborted'],
  ['no error', { response: { status: 0 } }, 'the recording contains no response'],
  ['no response at all', { response: null }, 'the recording contains no response'],
  ['no headers', { response: { headers: [] } }, 'the recording contains no response headers'],
  ['a test’s own response', { _wasFulfilled: true }, 'the response came from a test, not from the service'],
])('reports a missing response: %s', (_, told, failure) => {
  expect(readOne(told)).toMatchObject({ response: undefined, failure });
});

it('reads request bodies as text, in base64 or as parameters', () => {
  const sent = (postData: object) => readOne({ request: { method: 'POST', postData } })?.request.body;
  expect(sent({ mimeType: 'application/json', text: '{"message":"é"}' })).toBe('{"message":"é"}');
  expect(sent({ text: Buffer.from('{"message":"é"}').toString('base64'), encoding: 'base64' })).toBe('{"message":"é"}');
  expect(sent({ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: 'c&d' }] })).toBe(
    'a+b=c%26d',
  );
});

it('reads bodies in files as Playwright writes them', () => {
  const texts: Record<string, string> = { 'sent.json': '{"message":"é"}', 'got.json': '{"a":1}' };
  const readBody = (name: string) => (texts[name] === undefined ? undefined : Buffer.from(texts[name]));
  const told = (sent: string, got: string) =>
    entryOf({
      request: { method: 'POST', postData: { text: '', params: [], _file: sent }, bodySize: -1 },
      response: { content: { size: 7, _file: got }, headers: [{ name: 'Content-Encoding', value: 'identity' }] },
    });
  const files = { readBody, decode: () => undefined };
  const text = harOf(told('sent.json', 'got.json'), told('lost.json', 'lost.json'));
  const [whole, lost] = readRecording(text, 'shop.har', files).exchanges;
  expect(whole?.request.body).toBe('{"message":"é"}');
  expect(whole?.response?.body).toMatchObject({ kind: 'text', text: '{"a":1}' });
  expect(lost?.request).toMatchObject({ body: undefined, isBodyMissing: true });
  expect(lost?.response?.body).toEqual({ kind: 'missing', why: 'its file "lost.json" cannot be read' });
});

it('distinguishes a body that was not recorded from one that was not sent', () => {
  const request = (told: object) => readOne({ request: { method: 'PATCH', ...told } })?.request;
  expect(request({ bodySize: 14 })).toMatchObject({ body: undefined, isBodyMissing: true });
  expect(request({ bodySize: -1 })).toMatchObject({ body: undefined, isBodyMissing: true });
  expect(request({ bodySize: 0 })).not.toHaveProperty('isBodyMissing');
  expect(readOne({ request: { bodySize: -1 } })?.request).not.toHaveProperty('isBodyMissing');
});

it('distinguishes keys without showing them', () => {
  const asks = (value: string) => entryOf({ request: { headers: [{ name: 'authorization', value }] } });
  const exchanges = read(asks(`Bearer ${KEY}`), asks('bearer  other_key_2'), asks(`Bearer ${KEY}`));
  expect(exchanges.map(({ request }) => [request.headers[0]?.[1], request.credential])).toEqual([
    ['Bearer key#1', { kind: 'bearer', name: 'key#1', standing: 'unknown' }],
    ['bearer key#2', { kind: 'bearer', name: 'key#2', standing: 'unknown' }],
    ['Bearer key#1', { kind: 'bearer', name: 'key#1', standing: 'unknown' }],
  ]);
});

it.each(['Basic dXNlcjpzM2NyM3RfcHc=', 'Digest username="x", response="6629fae49393a05397450978507c4ef1"', KEY])(
  'finds no key in the credentials %j, and hides them',
  (value) => {
    const request = readOne({ request: { headers: [{ name: 'Authorization', value }] } })?.request;
    expect(request?.credential).toEqual({ kind: 'unknown' });
    expect(request?.headers[0]?.[1]).toMatch(/^(?:\w+ )?secret#\d$/);
  },
);

it('hides a secret everywhere, whichever entry contains it first', () => {
  const secrets = [KEY, 'cookie-value-1', 'set-value-22', 'api-key-333', 's3cr3t_pw', 'query-token-4', 'url-passw0rd'];
  const [, cookie, set, apiKey, password, token, urlPassword] = secrets;
  const echo = entryOf({
    request: { method: 'POST', postData: { text: secrets.join(' ') }, url: `${URL}?q=${secrets.join('/')}` },
    response: {
      statusText: secrets.join(' '),
      headers: secrets.map((value) => ({ name: 'x-echo', value })),
      content: { text: JSON.stringify(secrets) },
    },
  });
  const shows = entryOf({
    request: {
      url: `https://user:${urlPassword}@api.example.test/v1/inventory?access_token=${token}`,
      headers: [
        { name: 'AUTHORIZATION', value: `Bearer ${KEY}` },
        { name: 'Cookie', value: `theme=dark; sid=${cookie}` },
        { name: 'X-Api-Key', value: apiKey },
        { name: 'Proxy-Authorization', value: `Basic ${Buffer.from(`user:${password}`).toString('base64')}` },
        { name: 'x-password', value: password },
      ],
    },
    response: { headers: [{ name: 'Set-Cookie', value: `sid=${set}; Path=/\nlang=en` }] },
  });
  const transcript = readHar(harOf(echo, shows), 'shop.har');
  const written = writeHar(transcript, { name: 'petstore-mock', version: '1' });
  for (const secret of secrets) expect(written).not.toContain(secret);
  const [echoed, shown] = transcript.exchanges;
  expect(shown?.request.url).toMatch(/^https:\/\/api\.example\.test\/v1\/inventory\?access_token=secret#\d$/);
  expect(shown?.response?.headers).toEqual([
    ['Set-Cookie', expect.stringMatching(/^sid=secret#\d; Path=\/\nlang=removed$/)],
  ]);
  expect(echoed?.response?.body).toMatchObject({ kind: 'text', isRedacted: true });
  expect(echoed?.request).toMatchObject({ isBodyMissing: true });
});

it.each(['https://shop.test/?api_key=sk_live_51Hxyz&page=2#top', '/next?api_key=sk_live_51Hxyz&page=2'])(
  'hides a key in the address of another header: %s',
  (value) => {
    const exchange = readOne({
      request: { headers: [{ name: 'Referer', value }] },
      response: { headers: [{ name: 'Location', value }] },
    });
    const hidden = expect.stringMatching(/\?api_key=secret#1&page=2/);
    expect(exchange?.request.headers).toEqual([['Referer', hidden]]);
    expect(exchange?.response?.headers).toEqual([['Location', hidden]]);
  },
);

it.each([
  'Link: <https://shop.test/next?api_key=SECRET>; rel="next", </last>; rel="last"',
  'Location: https://marta:SECRET@shop.test/next',
  'Location: //marta:SECRET@shop.test/next?page=2',
  'Location: /done#access_token=SECRET&token_type=bearer',
  'Location: /done?page=2#/app?id_token=SECRET',
  'X-Authorization: Bearer SECRET',
  'X-Shop-Authorization: Bearer SECRET',
  'X-Shop-Authorization: SECRET',
  'Proxy-Authorization: Basic SECRET',
  'X-Auth-Key: SECRET',
  'X-Amz-Credential: SECRET',
  'My_Api_Key: SECRET',
])('hides the secret in %s', (line) => {
  const secret = 'sk_live_51Hxyz';
  const [name = '', value = ''] = line.replace('SECRET', secret).split(/: (.*)/);
  const header = { name, value };
  const content = { text: secret };
  const exchange = readOne({ request: { headers: [header] }, response: { headers: [header], content } });
  expect(JSON.stringify(exchange)).not.toContain(secret);
  expect(exchange?.response?.headers[0]?.[1]).not.toBe('');
});

it('does not change an address without secrets', () => {
  const addresses = ['/pets/7#name', 'https://shop.test/a@b?c=d#e=f', '?page=2', '#top', '/?q=a?b&c', 'about:client'];
  const headers = addresses.map((value) => ({ name: 'Location', value }));
  const exchange = readOne({ response: { headers } });
  expect(exchange?.response?.headers.map(([, value]) => value)).toEqual(addresses);
});

it('does not treat ordinary cookie values as secrets', () => {
  const headers = [{ name: 'cookie', value: 'filter=available; page=1; theme=dark' }];
  const content = { text: '[{"petId":1,"quantity":1,"status":"available"}]' };
  const exchange = readOne({ request: { headers }, response: { content } });
  expect(exchange?.request.headers).toEqual([['cookie', 'filter=removed; page=removed; theme=removed']]);
  expect(exchange?.response?.body).toEqual({ kind: 'text', text: content.text, isRedacted: false });
});

it.each(['1', 'optional'])('does not treat the value %s of a header as a secret', (value) => {
  const headers = [{ name: 'x-requires-authorization', value }];
  const content = { text: '[{"petId":1,"note":"optional"}]' };
  const exchange = readOne({ response: { headers, content } });
  expect(exchange?.response?.body).toEqual({ kind: 'text', text: content.text, isRedacted: false });
});

it('does not treat a missing key (“null”) as a secret', () => {
  const headers = [{ name: 'authorization', value: 'Bearer null' }];
  const exchange = readOne({ request: { headers }, response: { content: { text: '{"a":null}' } } });
  expect(exchange?.request.credential).toMatchObject({ kind: 'bearer' });
  expect(exchange?.response?.body).toEqual({ kind: 'text', text: '{"a":null}', isRedacted: false });
});

it.each<[string, string, string]>([
  ['an empty file', '', 'it is empty'],
  ['a file that is cut off', harOf(entryOf()).slice(0, -9), 'it is not JSON, or not all of it'],
  ['another JSON', '[]', 'it is not a valid HAR: the whole must be object'],
  ['JSON without entries', '{"log":{}}', 'it is not a valid HAR: /log/entries is missing'],
  [
    'a request without a URL',
    harOf({ startedDateTime: 'x', request: { method: 'GET' } }),
    '/log/entries/0/request/url is missing',
  ],
  ['a URL in part', harOf(entryOf({ request: { url: '/v1' } })), '/log/entries/0/request/url is not a whole URL'],
  ['no time', harOf(entryOf({ startedDateTime: 'noon' })), '/log/entries/0/startedDateTime is not a time such as'],
])('rejects %s', (_, text, problem) => {
  expect(() => readHar(text, 'shop.har')).toThrow(InputError);
  expect(() => readHar(text, 'shop.har')).toThrow('Reading shop.har: ');
  expect(() => readHar(text, 'shop.har')).toThrow(problem);
  expect(() => readHar(text, 'shop.har')).toThrow('petstore-mock check https://api.example.com/v1 --report DIR');
});

it('quotes nothing from a file that it cannot read', () => {
  expect(() => readHar(`{"log": ${KEY}`, 'shop.har')).not.toThrow(KEY);
});

/** A HAR of ours in which `change` was meddled with. */
function meddled(
  change: (log: { _petstoreMock: { run: unknown }; entries: Record<string, unknown>[] }) => void,
): string {
  const { log } = JSON.parse(writeHar(recorded({}, {}), { name: 'petstore-mock', version: '1' }));
  change(log);
  return JSON.stringify({ log });
}

it.each<[string, string, Parameters<typeof meddled>[0]]>([
  [
    '/log/_petstoreMock/run/baseUrl is missing',
    'facts of a run',
    (log) => {
      log._petstoreMock.run = {};
    },
  ],
  [
    'it is not a valid HAR: /log/entries/1/_credential/',
    'a credential',
    (log) => {
      Object.assign(log.entries[1] ?? {}, { _credential: { kind: 'bearer', name: 'key#1' } });
    },
  ],
  [
    '/log/entries/0/_number must be integer',
    'a number',
    (log) => {
      Object.assign(log.entries[0] ?? {}, { _number: 'one' });
    },
  ],
  [
    'two entries have the same _number',
    'numbers',
    (log) => {
      Object.assign(log.entries[0] ?? {}, { _number: 2 });
    },
  ],
  [
    '/log/entries/0/request/url is not a URL',
    'a URL',
    (log) => {
      Object.assign(log.entries[0]?.request ?? {}, { url: 'http://%' });
    },
  ],
])('rejects our own file with invalid facts: %s', (problem, _, change) => {
  expect(() => readHar(meddled(change), 'run.har')).toThrow(problem);
});

it('retains the numbers and the order of our own file', () => {
  const text = meddled((log) => {
    Object.assign(log.entries[0] ?? {}, { _number: 40 });
  });
  expect(readHar(text, 'run.har').exchanges.map(({ number }) => number)).toEqual([40, 2]);
});

it('reads a file of another version of this program, ignoring unknown fields', () => {
  const text = meddled((log) => {
    Object.assign(log, { _later: 1, comment: 'x' });
    Object.assign(log._petstoreMock, { version: 9, proxy: { upstream: 'https://api.example.test' } });
    for (const entry of log.entries) Object.assign(entry, { _annotations: ['limits/plan'], pageref: 'page_1' });
  });
  expect(readHar(text, 'run.har')).toEqual(recorded({}, {}));
});

it('sorts the entries of a proxy by sending, not by response', () => {
  const [one, two] = recorded({}, {}).exchanges as [Exchange, Exchange];
  const [late, early] = [
    { ...one, startedMs: 2_000, endedMs: 2_010 },
    { ...two, startedMs: 1_000, endedMs: 2_020 },
  ];
  const written = writeHar({ exchanges: [late, early], run: undefined }, { name: 'petstore-mock', version: '1' });
  expect(readHar(written, 'traffic.har').exchanges).toEqual([early, late]);
});

it('retains what a page could not see', () => {
  const [exchange] = recorded({}).exchanges;
  const seen = {
    ...exchange,
    response: { ...exchange?.response, mayHideHeaders: true, mayBeCached: true },
  } as Exchange;
  const transcript = { exchanges: [seen], run: undefined };
  expect(readHar(writeHar(transcript, { name: 'petstore-mock', version: '1' }), 'run.har')).toEqual(transcript);
});

it('reports a truncated request body as missing', () => {
  const postData = { mimeType: 'application/json', text: '{"message":"Once upon' };
  const request = readOne({ request: { method: 'POST', postData, bodySize: 2_000_000 } })?.request;
  expect(request).toMatchObject({ body: undefined, isBodyMissing: true });
});

it.each<[string, EntryInit]>([
  [
    'of the browser for a host that requires HTTPS',
    { response: { status: 307, headers: [{ name: 'Non-Authoritative-Reason', value: 'HSTS' }] } },
  ],
  ['that a developer has overridden', { _fetchType: 'Inspector Override' }],
])('does not attribute a response %s to the service', (_, told) => {
  expect(readOne(told)).toMatchObject({
    response: undefined,
    failure: 'the response came from the browser, not from the service',
  });
});

it('does not attribute responses of a proxy to the service, whoever recorded them', () => {
  const header = { name: 'X-Petstore-Mock-Proxy', value: 'unreachable' };
  const text =
    '{"code":"proxy_unreachable","message":"The proxy got no response from http://a.test: it is down.","status":502}';
  const failure = 'the petstore-mock proxy at https://api.example.test got no response from http://a.test: it is down';
  const response = { status: 502, headers: [header], content: { text } };
  expect(readOne({ response })).toMatchObject({ response: undefined, failure });
  const { log } = JSON.parse(writeHar({ exchanges: [...read(entryOf())], run: undefined }, { name: 'a', version: '' }));
  Object.assign(log.entries[0].response, response, { content: { ...log.entries[0].response.content, text } });
  const [own] = readHar(JSON.stringify({ log }), 'own.har').exchanges;
  expect(own).toMatchObject({ response: undefined, failure });
});

it('reads the base URL from the recording', () => {
  const recording = (baseUrl?: string) =>
    writeHar({ exchanges: [], ...(baseUrl && { baseUrl }), run: undefined }, { name: 'proxy', version: '1.0.0' });
  const staging = recording('https://staging.example.test/v1');
  expect(readHar(staging, 'traffic.har').baseUrl).toBe('https://staging.example.test/v1');
  expect(readHar(recording(), 'traffic.har').baseUrl).toBeUndefined();
});
