import { expect, it } from 'vitest';
import type { WireResponse } from '../../src/exchange/exchange.js';
import { judge } from '../../src/judge/judge.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { cleanParts } from '../../tests/report-for-tests.js';
import { buildReport } from '../report/build-report.js';
import { runSuite } from '../run-suite.js';
import type { SendFailure } from '../sending/sender.js';
import {
  dependenciesOf,
  errorBody,
  options,
  rawResponse,
  type ServiceOptions,
  testService,
} from '../service-for-tests.js';

const reset: SendFailure = { cause: 'the connection was reset (ECONNRESET)' };
const starting = rawResponse(503, '<h1>Starting</h1>', { 'Content-Type': 'text/html' });

const html = { 'Content-Type': 'text/html; charset=UTF-8' };
const page = '<!DOCTYPE html><html><title>Just a moment…</title></html>';

async function run(twist: NonNullable<ServiceOptions['twist']>) {
  const service = testService({ twist });
  const { transcript, leftBehind } = await runSuite(options, dependenciesOf(service));
  const violated = judge(transcript, { ...options, judged: petstoreJudge }).filter(
    ({ outcome }) => outcome === 'violation',
  );
  return {
    stopped: transcript.run?.stopped,
    violated: violated.map(({ rule }) => rule.id),
    sent: service.received.length,
    leftBehind,
    service,
  };
}

const fronts: readonly [name: string, response: WireResponse, why: string][] = [
  [
    'a challenge',
    rawResponse(403, page, { ...html, 'cf-mitigated': 'challenge' }),
    'got 403 in HTML with cf-mitigated: challenge',
  ],
  [
    'a challenge in JSON',
    rawResponse(405, '{"captcha":1}', { 'x-amzn-waf-action': 'captcha' }),
    'x-amzn-waf-action: captcha',
  ],
  ['the page of a firewall', rawResponse(403, '<html>Blocked by policy</html>', html), 'got 403 in HTML'],
  [
    'the page of a firewall as text',
    rawResponse(403, '<html>Blocked</html>', { 'Content-Type': 'text/plain' }),
    'got 403 in HTML',
  ],
  [
    'Basic authentication',
    rawResponse(401, page, { ...html, 'WWW-Authenticate': 'Basic realm="staging"' }),
    'WWW-Authenticate: Basic',
  ],
  [
    'Basic authentication without a body',
    rawResponse(401, '', { 'WWW-Authenticate': 'Basic realm="x"' }),
    'WWW-Authenticate: Basic',
  ],
  [
    'a company proxy',
    rawResponse(407, 'Log in', { 'Content-Type': 'text/plain', 'Proxy-Authenticate': 'NTLM' }),
    'proxy-authenticate: NTLM',
  ],
  [
    'a redirect to log in',
    rawResponse(302, '', { Location: 'https://sso.example.test/start?state=s3cret' }),
    'redirected (302) to "https://sso.example.test/start"',
  ],
];

it.each(fronts)('stops at %s, and blames neither the key nor the service', async (_, response, why) => {
  const first = await run(() => response);
  expect(first.sent).toBe(1);
  expect(first.stopped).toContain(`${why}: something in front of the service blocks this check`);
  expect(first.stopped).not.toMatch(/key|s3cret/);
  for (const from of [2, 4, 7, 20]) {
    const later = await run((_request, count) => (count < from ? undefined : response));
    expect(later.stopped).toContain('something in front of the service');
    expect(later.violated).toEqual([]);
    expect(later.sent).toBeLessThan(from + 12);
  }
});

it('stops when a page to log in replaces what the same request got before', async () => {
  const { stopped, violated } = await run((_, count) => (count < 9 ? undefined : rawResponse(200, page, html)));
  expect(stopped).toContain(
    'got 200 in HTML, though the same request was served before: something in front of the service',
  );
  expect(violated).not.toContain('bodies/json');
});

it.each<[string, WireResponse]>([
  ['text', rawResponse(403, 'error code: 1020', { 'Content-Type': 'text/plain' })],
  ['JSON of a gateway', rawResponse(403, '{"message":"Forbidden"}')],
  ['no body', rawResponse(403, '')],
  ['a page that is not acceptable', rawResponse(406, page, html)],
  ['a redirect', rawResponse(302, '', { Location: 'https://www.example.test/' })],
])('stops when requests that were served before get %s', async (_, response) => {
  const { stopped, violated, sent } = await run((_request, count) => (count < 9 ? undefined : response));
  expect(stopped).toContain('something in front of the service');
  expect([violated, sent < 25]).toEqual([[], true]);
});

it('still judges the pages of a service itself', async () => {
  const bad = await run(({ body }) => (body?.startsWith('{') === false ? rawResponse(400, page, html) : undefined));
  expect([bad.stopped, bad.violated.length > 0]).toEqual([undefined, true]);
  const strangers = await run(({ headers }) =>
    headers.some(([name]) => name === 'Authorization') ? undefined : rawResponse(401, page, html),
  );
  expect([strangers.stopped, strangers.violated.length > 0]).toEqual([undefined, true]);
});

it('stops when the key is rejected after it was accepted, also if that 401 lacks everything', async () => {
  const { stopped, violated, sent } = await run((_, count) => (count < 7 ? undefined : rawResponse(401, '{}')));
  expect(stopped).toMatch(/^the key was rejected \(401\) at request #\d+, though it was accepted before/);
  expect([violated, sent < 20]).toEqual([[], true]);
});

it.each(['', '{}', errorBody(401)])('names a rejected key, whatever its 401 lacks: %j', async (body) => {
  const { stopped, violated, sent } = await run(() => rawResponse(401, body));
  expect(stopped).toBe('the key was rejected (401): check that it belongs to this deployment');
  expect([violated, sent]).toEqual([[], 1]);
});

it.each([502, 503, 520, 527, 530])('waits once for a service that starts with %i', async (status) => {
  const cold = await run((_, count) => (count > 1 ? undefined : rawResponse(status, page, html)));
  expect([cold.stopped, cold.violated]).toEqual([undefined, []]);
  const [first, second] = cold.service.received.map(({ atMs }) => atMs);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(10_000);
  for (const response of [rawResponse(status, page, html), rawResponse(status, errorBody(status))]) {
    const down = await run(() => response);
    expect(down.stopped).toContain(`got ${status} twice: a gateway does not reach the service`);
    expect([down.sent, down.violated]).toEqual([2, []]);
  }
});

it.each<[string, (count: number) => WireResponse | SendFailure | undefined]>([
  ['refuses the first connection', (count) => (count > 1 ? undefined : { cause: 'refused (ECONNREFUSED)' })],
  ['resets the first connection, and is not ready on the second', (count) => [reset, starting][count - 1]],
  [
    'is not ready at once, and not for some requests after the list',
    (count) => (/^[13456]$/.test(`${count}`) ? starting : undefined),
  ],
  [
    'is not ready at once, nor for some of the requests that come together',
    (count) => (/^[135]$/.test(`${count}`) ? starting : undefined),
  ],
])('goes on with a service that %s, and reports an outage', async (_name, twist) => {
  const service = testService({ twist: (_request, count) => twist(count) });
  const { transcript } = await runSuite(options, dependenciesOf(service));
  const verdicts = judge(transcript, { ...options, judged: petstoreJudge });
  expect(transcript.run?.stopped).toBeUndefined();
  expect(verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id)).toEqual([]);
  const failed = transcript.exchanges.filter(
    ({ response }) => response?.status !== 200 && (response?.status ?? 503) > 500,
  );
  const report = buildReport({ ...cleanParts(), transcript, verdicts });
  expect(report.requests.outages).toEqual(failed.map(({ number }) => number));
});

it.each([503, 522])('stops when a gateway returns %i from some moment on', async (status) => {
  const { stopped, violated, sent } = await run((_, count) =>
    count < 9 ? undefined : rawResponse(status, page, html),
  );
  expect(stopped).toMatch(/^the last 8 requests got .* a gateway does not reach the service$/);
  expect([violated, sent < 30]).toEqual([[], true]);
});
