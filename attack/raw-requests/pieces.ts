import { METHODS } from 'node:http';
import type { Draw } from '../../contract-tests/draw.js';
import { pick } from '../attack.js';
import { damage, drawBody, inChunks } from './odd-bodies.js';

/** A piece of what is sent on a connection, bytes as characters. */
export interface Piece {
  readonly bytes: string;
  /**
   * `plain`: a request that succeeds. `odd`: well-formed HTTP, with one response of any kind but a 5xx. `rejected`: the server must
   * respond with an error and close. `unknown`: anything may come of it, except a 5xx or what is not HTTP. `stalled`: its response
   * does not come, or not to its end, before the client leaves.
   */
  readonly kind: 'plain' | 'odd' | 'rejected' | 'unknown' | 'stalled';
  readonly isHead: boolean;
  /** Whether §8.1 demands its three headers. */
  readonly isLimited: boolean;
  /** What its response alone shows. */
  readonly tag?: string | undefined;
}

/** What every piece may use. */
export interface Material {
  readonly petIds: readonly string[];
  /** A key that no response may show, with the quota of `ENTERPRISE`. */
  readonly secret: string;
  /** The largest header section that the server reads. */
  readonly mostHeaderBytes: number;
}

/** A quantity from here on comes from a request that was hidden in another. */
export const SMUGGLED = 1_234_000_000_000;
export const ENTERPRISE = 'test_enterprise';
/** Keys whose responses the server delays, or begins and does not end. */
export const stalling = { delayed: 'attack_key_delayed_1', begun: 'attack_key_begun_1' };

const BASE = '/v1';
const plainHeaders = ['Host: fake.test', `Authorization: Bearer ${ENTERPRISE}`];

function write(line: string, headers: readonly string[], body = ''): string {
  return `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

function patch(petId: string, quantity: number, headers: readonly string[] = plainHeaders): string {
  const body = `{"quantity":${quantity}}`;
  const described = [...headers, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  return write(`PATCH ${BASE}/inventory/${petId}`, described, body);
}

/** A valid request; `tag` is a number that no other has. */
export function drawPlain(draw: Draw, { petIds }: Material, tag: number): Piece {
  const facts = { kind: 'plain', isHead: false, isLimited: true } as const;
  const petId = pick(draw, petIds);
  const message = `{"message":"tag ${tag}"}`;
  const described = [...plainHeaders, 'Content-Type: application/json', `Content-Length: ${message.length}`];
  return pick<() => Piece>(draw, [
    () => ({ ...facts, bytes: patch(petId, tag), tag: `"quantity":${tag}` }),
    () => ({ ...facts, bytes: patch(petId, tag), tag: `"quantity":${tag}` }),
    () => ({ ...facts, bytes: write(`POST ${BASE}/messages`, described, message), tag: `"tag ${tag}"` }),
    () => ({ ...facts, bytes: write(`GET ${BASE}/pets/${petId}?${tag}`, plainHeaders), tag: `"id":${petId},` }),
    () => ({ ...facts, bytes: write(`HEAD ${BASE}/inventory`, plainHeaders), isHead: true }),
    () => ({ ...facts, bytes: `\r\n${write(`GET ${BASE}/store/orders`, plainHeaders)}` }),
  ])();
}

const ids = [
  ...'0 -1 +1 1.0 1e3 00001 9223372036854775807 9223372036854775808 -9223372036854775809 99999999 NaN 0x1 %31'.split(
    ' ',
  ),
  ...'%00 %2e%2e .. . 1;a=b 1%2F2 %zz % %F0%9F%A6%8A %ff 1%0d%0aX-Injected:%201 <script> \' " {petId} 1,2'.split(' '),
  '',
];
const targets: readonly ((draw: Draw, material: Material) => string)[] = [
  (draw) => `/inventory/${pick(draw, ids)}`,
  (draw) => `/pets/${pick(draw, ids)}`,
  (draw, { petIds }) => `/inventory/${pick(draw, petIds)}`,
  () => '/inventory',
  () => '/inventory/',
  () => '//inventory',
  () => '/Inventory',
  () => '/%69nventory',
  () => '/inventory?limit=1&limit=2&%00=%zz#x',
  () => '/messages',
  () => '/store/orders',
  (draw) => `/${'a'.repeat(draw.integer(1, 8_000))}`,
  (draw) => `/inventory${'/x'.repeat(draw.integer(1, 2_000))}`,
  (_, { secret }) => `/inventory/${secret}?key=${secret}`,
];
/** Targets of which it is open whether they belong to the API. */
const strangeTargets = [
  ...'/ * /v1 /v1/ /v1/../v1/inventory /v1/%2e%2e/v1/inventory /v1/inventory/../../__admin/state //v1/inventory'.split(
    ' ',
  ),
  ...'http://fake.test/v1/inventory HTTP://user:pass@evil.test:99/v1/inventory http://[::1]/v1 ftp://x/v1 http://'.split(
    ' ',
  ),
  ...'/V1/inventory /v1\\inventory /__admin /__admin/ui /__admin/requests /__admin/state?token=x /favicon.ico'.split(
    ' ',
  ),
  ...'/__admin/keys/%zz /livez /readyz /metrics /v1%00/inventory /__admin/../v1/inventory'.split(' '),
  ...'/__admin/ui/../../../../etc/passwd /__admin/ui/%2e%2e%2f%2e%2e%2fpackage.json'.split(' '),
];

const keys: readonly ((material: Material) => readonly string[])[] = [
  () => [`Authorization: Bearer ${ENTERPRISE}`],
  () => [`Authorization: Bearer ${ENTERPRISE}`],
  ({ secret }) => [`Authorization: Bearer ${secret}`],
  ({ secret }) => [`Authorization: Basic ${secret}`, `X-Api-Key: ${secret}`, `Cookie: key=${secret}`],
  ({ secret }) => [`Authorization: Bearer ${secret}`, `Authorization: Bearer ${ENTERPRISE}`],
  () => ['Authorization: Bearer test_free'],
  () => ['Authorization: Bearer test_revoked'],
  () => [],
  () => ['Authorization:'],
  () => ['Authorization: Bearer'],
  () => ['Authorization: bEaReR    test_pro   '],
  () => ['Authorization: Bearer t\xe9st_free'],
  () => [`Authorization: Bearer ${'k'.repeat(5_000)}`],
];
const extraHeaders: readonly ((draw: Draw) => readonly string[])[] = [
  () => [],
  () => [],
  () => ['X-Odd: \xe9\xff\x80'],
  () => ['X-Empty:', 'X-Tab:\ta\t'],
  (draw) => Array.from({ length: draw.integer(1, 300) }, (_, at) => `X-${at}: ${at}`),
  (draw) => [`X-Long: ${'x'.repeat(draw.integer(1, 7_000))}`],
  () => ['Accept: text/html;q=0, */*;q=zz', 'Accept-Encoding: gzip, br, *;q=0', 'Accept-Charset: utf-7'],
  () => ['Connection: close'],
  () => ['Connection: keep-alive, close, x-odd', 'Keep-Alive: timeout=-1'],
  () => ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
  () => ['Connection: upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  () => ['Expect: 100-continue'],
  () => ['Expect: the-unexpected'],
  () => ['TE: trailers, gzip;q=0.5', 'Trailer: X-Trailer'],
  () => ['Range: bytes=0-0', 'If-None-Match: *', 'If-Match: "x"', 'If-Modified-Since: never'],
  () => ['X-HTTP-Method-Override: DELETE', 'X-Forwarded-For: 1.2.3.4', 'Forwarded: for=x'],
  () => ['Prefer: code=400', 'Prefer: example=\xff', 'Prefer: wait=99999999'],
  () => ['Origin: https://evil.test', 'Cookie: a=b; a=c; =; \xe9'],
  () => ['X-Petstore-World: nowhere', 'baggage: petstore-world=nowhere,=,;;'],
  () => ['__proto__: x', 'constructor: y', 'hasOwnProperty: z', 'toString: t'],
];
/** Of these the server must say that there is not one Host. */
const strangeHosts = [[], ['Host: a', 'Host: b'], ['Host: a', 'host: a']];
const hosts = [
  ['Host: fake.test'],
  ['Host: fake.test'],
  ['Host:'],
  ['Host: a b'],
  ['HOST: \xe9'],
  ['Host: x:99999/..'],
];

const methods = METHODS.filter((method) => !['CONNECT', 'HEAD', 'PATCH', 'POST'].includes(method));

/** Well-formed HTTP that makes little sense. */
export function drawOdd(draw: Draw, material: Material): Piece {
  const isStrange = draw.fraction() < 0.15;
  const target = isStrange ? pick(draw, strangeTargets) : BASE + pick(draw, targets)(draw, material);
  const hasStrangeHost = draw.fraction() < 0.03;
  const isPreflight = draw.fraction() < 0.03;
  const method = isPreflight
    ? 'OPTIONS'
    : pick(draw, ['PATCH', 'PATCH', 'PATCH', 'POST', 'HEAD', 'GET', pick(draw, methods)]);
  const preflight = isPreflight ? ['Origin: https://page.test', 'Access-Control-Request-Method: \xe9'] : [];
  const headers = [
    ...pick(draw, hasStrangeHost ? strangeHosts : hosts),
    ...pick(draw, keys)(material),
    ...pick(draw, extraHeaders)(draw),
    ...preflight,
  ];
  const hasBody = draw.fraction() < 0.8 && method !== 'HEAD';
  return {
    bytes: hasBody ? writeWithBody(draw, `${method} ${target}`, headers) : write(`${method} ${target}`, headers),
    kind: 'odd',
    isHead: method === 'HEAD',
    isLimited: !isStrange,
  };
}

function writeWithBody(draw: Draw, line: string, headers: readonly string[]): string {
  const { headers: described, bytes } = drawBody(draw);
  if (draw.fraction() < 0.3) {
    return write(line, [...headers, ...described, 'Transfer-Encoding: chunked'], inChunks(draw, bytes));
  }
  return write(line, [...headers, ...described, `Content-Length: ${bytes.length}`], bytes);
}

const lineTargets = 'x:1 x /v1/inventory * / http://fake.test/v1/inventory [::1]:443 x:99999 ?'.split(' ');
const wrongVersions = ['2.0', '3.1', '0.9', '1.2', '3.0', '11', '1.', 'x', '2'].map((version) => ` HTTP/${version}`);

/** A request line for a tunnel, or with a version that the server does not speak, or with none. */
function drawLine(draw: Draw): string {
  const target = pick(draw, lineTargets);
  const versions = ['', ' ', ...wrongVersions];
  if (draw.fraction() < 0.5) return `CONNECT ${target}${pick(draw, [' HTTP/1.1', ' HTTP/1.0', ...versions])}`;
  return `${pick(draw, ['GET', 'POST', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'TRACE'])} ${target}${pick(draw, versions)}`;
}

/** A request whose response stalls, with or without its whole body, and what the client sends before it leaves. */
export function drawStalled(draw: Draw, { petIds }: Material): Piece {
  const headers = ['Host: fake.test', `Authorization: Bearer ${pick(draw, Object.values(stalling))}`];
  const described = [...headers, 'Content-Type: application/json'];
  const half = [...described, 'Content-Length: 50000'];
  const line = pick(draw, [
    `GET ${BASE}/inventory`,
    `POST ${BASE}/messages`,
    `PATCH ${BASE}/inventory/${pick(draw, petIds)}`,
  ]);
  const body = line.startsWith('POST') ? '{"message":"hello"}' : '{"quantity":1}';
  const bytes = pick<() => string>(draw, [
    () => write(line, half, '{"qua'),
    () => write(line, [...half, 'Expect: 100-continue'], draw.fraction() < 0.5 ? '' : '{"qua'),
    () => write(line, [...described, 'Transfer-Encoding: chunked'], pick(draw, ['9\r\n{"qua', '5\r\n{"qua\r\nzz\r\n'])),
    () => write(line, [...described, `Content-Length: ${body.length}`], body) + pick(draw, followUps)(draw),
  ])();
  return { bytes, kind: 'stalled', isHead: false, isLimited: false };
}

const followUps: readonly ((draw: Draw) => string)[] = [
  () => '',
  () => `GET ${BASE}/inven`,
  () => 'GARBAGE\r\n\r\n',
  () => write(`GET ${BASE}/inventory`, plainHeaders),
  (draw) => `${drawLine(draw)}\r\nHost: fake.test\r\n\r\n`,
];

/** What a server must reject: it could be read in two ways, or is not HTTP/1.1. A request is hidden in it. */
export function drawRejected(draw: Draw, { petIds, mostHeaderBytes: most }: Material, tag: number): Piece {
  const hidden = patch(pick(draw, petIds), SMUGGLED + tag);
  const line = `PATCH ${BASE}/inventory/${pick(draw, petIds)}`;
  const withHeaders = (headers: readonly string[], body: string) => write(line, [...plainHeaders, ...headers], body);
  const withLine = () => `${drawLine(draw)}\r\nHost: fake.test\r\n\r\n${hidden}`;
  const chunked = 'Transfer-Encoding: chunked';
  const bytes = pick<() => string>(draw, [
    ...Array<() => string>(10).fill(withLine),
    () => withHeaders(['Content-Length: 5', chunked], `0\r\n\r\n${hidden}`),
    () => withHeaders([chunked, 'Content-Length: 5'], `0\r\n\r\n${hidden}`),
    () => withHeaders(['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden),
    () => withHeaders([pick(draw, ['Content-Length: +0', 'Content-Length: -1', 'Content-Length: 0x0'])], hidden),
    () => withHeaders([pick(draw, ['Content-Length: 0, 0', 'Content-Length: 0 0', 'Content-Length:'])], hidden),
    () => withHeaders([`Content-Length: ${'9'.repeat(30)}`], hidden),
    () => withHeaders([pick(draw, ['Transfer-Encoding: xchunked', 'Transfer-Encoding: identity'])], hidden),
    () => withHeaders(['Transfer-Encoding: chunked, gzip'], `0\r\n\r\n${hidden}`),
    () => withHeaders([chunked, 'Transfer-Encoding: identity'], `0\r\n\r\n${hidden}`),
    () => withHeaders([`${chunked.replace(':', ' :')}`], `0\r\n\r\n${hidden}`),
    () => withHeaders(['X-Folded: a', ' Content-Length: 5'], hidden),
    () => withHeaders(['X-Odd: a\nContent-Length: 0'], hidden),
    () => withHeaders(['X-Odd: a\rContent-Length: 0'], hidden),
    () => withHeaders(['X-Odd: a\0b'], hidden),
    () => withHeaders(['no colon'], hidden),
    () => withHeaders([': no name'], hidden),
    () => withHeaders([chunked], `${pick(draw, ['zz', '-1', '0x0', '', 'fffffffffffffffff', '1 '])}\r\n\r\n${hidden}`),
    () => withHeaders([chunked], `0\r\nContent-Length: 5\r\n\r\n${hidden}`),
    () => withHeaders([chunked], `1\r\n{too long\r\n0\r\n\r\n${hidden}`),
    () => withHeaders([chunked], `1;a\n{\r\n0\r\n\r\n${hidden}`),
    () => withHeaders([chunked], `1;${'e'.repeat(20_000)}\r\n{\r\n0\r\n\r\n${hidden}`),
    () => withHeaders([`X-Huge: ${'h'.repeat(draw.integer(most, 4 * most))}`], hidden),
    () =>
      withHeaders(
        Array.from({ length: most / 8 }, (_, at) => `X-${at}: ${at}`),
        hidden,
      ),
    () => `${line} HTTP/1.1\n${plainHeaders.join('\n')}\n\n${hidden}`,
    () => `${pick(draw, ['get', 'FROB', 'GE T', '', 'G\0T', ' GET'])} ${BASE}/inventory HTTP/1.1\r\n\r\n${hidden}`,
    () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\x12\x04\0\0\0\0\0',
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\xaa\xbb\xcc\xdd',
    () => `GARBAGE ${draw.integer(0, 1e9)}\r\n\r\n`,
  ])();
  return { bytes, kind: 'rejected', isHead: false, isLimited: true };
}

/** A request with damaged bytes, or without its end. */
export function drawUnknown(draw: Draw, material: Material, tag: number): Piece {
  const drawn = drawWithBody(draw, material, tag);
  const bytes = draw.fraction() < 0.4 ? drawn.bytes.slice(0, draw.integer(0, drawn.bytes.length)) : undefined;
  return { bytes: bytes ?? damage(draw, drawn.bytes), kind: 'unknown', isHead: false, isLimited: false };
}

/** A damaged HEAD could be another method, and its response could have a body or not. */
function drawWithBody(draw: Draw, material: Material, tag: number): Piece {
  for (;;) {
    const drawn = draw.fraction() < 0.5 ? drawPlain(draw, material, tag) : drawOdd(draw, material);
    if (!drawn.isHead) return drawn;
  }
}
