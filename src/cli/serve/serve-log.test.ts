import { expect, test } from 'vitest';
import { createServeLog } from './serve-log.js';
import type { LogStyle } from './serve-options.js';

const entry = {
  method: 'GET',
  path: '/v1/inventory',
  status: 200,
  durationMs: 0.4321,
  keyAlias: 'key#1',
  remaining: '59',
};

function open(style: LogStyle, variables: Record<string, string> = {}) {
  const lines = { out: [] as string[], err: [] as string[] };
  const log = createServeLog(style, {
    stdout: { write: (line) => lines.out.push(line) },
    stderr: { write: (line) => lines.err.push(line) },
    folder: '/',
    variables,
  });
  return { log, lines };
}

test('writes a line for humans', () => {
  const { log, lines } = open('pretty');
  log.request?.(entry);
  log.request?.({ ...entry, status: undefined, keyAlias: undefined, remaining: undefined });
  log.note('Listening.');
  expect(lines.out).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d GET \/v1\/inventory 200 0\.4 ms key#1 59 left\n$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d GET \/v1\/inventory cut 0\.4 ms\n$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d Listening\.\n$/),
  ]);
});

test.each([
  [200, '\u001b[32m200'],
  [304, '\u001b[36m304'],
  [404, '\u001b[33m404'],
  [500, '\u001b[31m500'],
])('colours the status %i', (status, colored) => {
  const { log, lines } = open('pretty', { FORCE_COLOR: '1' });
  log.request?.({ ...entry, status });
  expect(lines.out[0]).toContain(colored);
});

test('writes a line of JSON', () => {
  const { log, lines } = open('json');
  log.request?.(entry);
  log.note('listening', { url: 'http://a.test' });
  const [request, note] = lines.out.map((line) => JSON.parse(line));
  expect(request).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    method: 'GET',
    path: '/v1/inventory',
    status: 200,
    ms: 0.4,
    key: 'key#1',
    remaining: 59,
    msg: 'request',
  });
  expect(note).toMatchObject({ msg: 'listening', url: 'http://a.test' });
});

test.each([
  [200, 30],
  [499, 30],
  [500, 50],
  [undefined, 30],
])('logs the status %s at the level %i', (status, level) => {
  const { log, lines } = open('json');
  log.request?.({ ...entry, status });
  expect(JSON.parse(lines.out[0] ?? '')).toMatchObject({ level });
});

test.each(['pretty', 'json'] as const)('writes the stack of a bug as %s', (style) => {
  const { log, lines } = open(style);
  log.bug(new Error('bug'));
  log.bug('no error at all');
  expect(lines.out[0]).toMatch(/Error: bug.*serve-log\.test\.ts/s);
  expect(lines.out[1]).toContain('no error at all');
});

test('logs no requests when it is off, and prints bugs and problems on stderr', () => {
  const { log, lines } = open('off');
  expect(log.request).toBeUndefined();
  log.note('nothing to see');
  log.problem('b.json is gone.');
  log.bug(new Error('bug'));
  expect(lines.out).toEqual([]);
  expect(lines.err[0]).toBe('petstore-mock: b.json is gone.\n');
  expect(lines.err[1]).toMatch(/^petstore-mock: Error: bug\n +at /);
});

function loggedOf(...requests: readonly [method: string, path: string][]) {
  const { log, lines } = open('json');
  for (const [method, path] of requests) log.request?.({ ...entry, method, path });
  return lines.out.map((line) => JSON.parse(line)).map(({ method, path }) => `${method} ${path}`);
}

test('logs changes in the control room', async () => {
  const requests: [string, string][] = [
    ['POST', '/__admin/reset'],
    ['PATCH', '/__admin/behaviour'],
    ['DELETE', '/__admin/worlds/w1'],
  ];
  const expected = ['POST /__admin/reset', 'PATCH /__admin/behaviour', 'DELETE /__admin/worlds/w1'];
  expect(await loggedOf(...requests)).toEqual(expected);
});

test('does not log reads of the control room and its page', async () => {
  const requests: [string, string][] = [
    ['GET', '/__admin'],
    ['GET', '/__admin/ui/assets/index-C0ffee42.js'],
    ['HEAD', '/__admin/clock'],
    ['OPTIONS', '/__admin/reset'],
  ];
  expect(await loggedOf(...requests)).toEqual([]);
});

test('does not log probes and scrapes, except those that a proxy forwards', async () => {
  const paths = ['/livez', '/readyz', '/metrics'];
  expect(await loggedOf(...paths.map((path): [string, string] => ['GET', path]))).toEqual([]);
  const { log, lines } = open('pretty');
  for (const path of paths) log.request?.({ ...entry, path, exchange: 1 });
  expect(lines.out).toHaveLength(3);
});

test('logs every request to the fake', async () => {
  expect(await loggedOf(['GET', '/v1/inventory'], ['GET', '/__administrator'])).toHaveLength(2);
});
