import { createColors } from 'picocolors';
import { expect, it, test } from 'vitest';
import { headerOf, valuesOf } from '../../src/exchange/exchange.js';
import { readRecording } from '../../src/exchange/read-har.js';
import { redactTranscript } from '../../src/exchange/redact-exchange.js';
import { writeHar } from '../../src/exchange/write-har.js';
import { gatherAndJudge } from '../../src/judge/judge.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { cleanParts } from '../../tests/report-for-tests.js';
import { buildReport } from '../report/build-report.js';
import { consoleReport } from '../report/console-report.js';
import { htmlReport } from '../report/html/html-report.js';
import { junitReport } from '../report/reporters.js';
import { runSuite } from '../run-suite.js';
import {
  dependenciesOf,
  errorBody,
  options,
  rawResponse,
  type ServiceOptions,
  testService,
} from '../service-for-tests.js';
import { newTraceHeaders, traceIdOf } from './trace.js';

async function run(headers: typeof options.headers = [], twist?: ServiceOptions['twist']) {
  const service = testService(twist && { twist });
  const { transcript } = await runSuite({ ...options, headers }, dependenciesOf(service));
  return { transcript, sent: service.received.map(({ request }) => request) };
}

test('the headers have the form of W3C Trace Context, version 00, sampled, and other ids each time', () => {
  const [one, other] = [newTraceHeaders(), newTraceHeaders()];
  expect(headerOf(one, 'traceparent')).toMatch(/^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-01$/);
  expect(headerOf(one, 'X-Request-Id')).toBe(headerOf(one, 'traceparent')?.split('-')[1]);
  expect(traceIdOf({ headers: one })).not.toBe(traceIdOf({ headers: other }));
});

it('sends each request with ids of its own, also what is sent again, and records them', async () => {
  const { transcript, sent } = await run([], (_, count) => (count === 1 ? { cause: 'reset' } : undefined));
  expect(transcript.exchanges[0]).toMatchObject({ failure: 'reset', request: { method: 'GET' } });
  expect(transcript.exchanges[1]?.request.url).toBe(transcript.exchanges[0]?.request.url);
  const ids = sent.map(traceIdOf);
  expect(ids).not.toContain(undefined);
  expect(new Set(ids).size).toBe(sent.length);
  expect(transcript.exchanges.map(({ request }) => traceIdOf(request))).toEqual(ids);
  const { exchanges } = readRecording(writeHar(transcript, { name: 'a', version: '1' }), 'a.har');
  expect(exchanges.map(({ request }) => traceIdOf(request))).toEqual(ids);
});

it('changes nothing else of the requests, whose other headers keep their order', async () => {
  const { sent } = await run([['X-Tenant', 'blue']]);
  const service = testService();
  await runSuite({ ...options, headers: [['X-Tenant', 'blue']] }, dependenciesOf(service, { traceHeaders: undefined }));
  const isTrace = ([name]: readonly [string, string]) => /^(?:traceparent|x-request-id)$/.test(name);
  const others = sent.map((each) => ({ ...each, headers: each.headers.filter((header) => !isTrace(header)) }));
  expect(others).toEqual(service.received.map(({ request }) => request));
});

it('lets the headers of the user win, whose values stay secret', async () => {
  const own = '00-11111111111111111111111111111111-2222222222222222-00';
  const { sent, transcript } = await run([['Traceparent', own]]);
  for (const { headers } of sent) expect(valuesOf(headers, 'traceparent')).toEqual([own]);
  expect(JSON.stringify(redactTranscript(transcript))).not.toContain(own.slice(3, 35));
  // The other header still finds the request.
  expect(transcript.exchanges.map(({ request }) => traceIdOf(request))).toEqual(
    sent.map(({ headers }) => headerOf(headers, 'x-request-id')),
  );
});

it('prints the id of the exchange in every report, and sends it with no curl line', async () => {
  const { transcript: received } = await run([], ({ method, headers }) =>
    method === 'PATCH' && headerOf(headers, 'traceparent') !== undefined ? rawResponse(500, errorBody(500)) : undefined,
  );
  const settings = { ...received.run, judged: petstoreJudge };
  const transcript = redactTranscript(received);
  const report = buildReport({ ...cleanParts(), ...gatherAndJudge(received, settings), transcript, settings });
  const [violation] = report.rules.find(({ id }) => id === 'status/documented')?.violations ?? [];
  const exchange = transcript.exchanges.find(({ number }) => number === violation?.exchange);
  const traceId = exchange && traceIdOf(exchange.request);
  expect(traceId).toMatch(/^0+[1-9]\d*$/);
  expect(violation).toMatchObject({ traceId, curl: [expect.not.stringMatching(/traceparent|x-request-id/i)] });
  expect(consoleReport(report, transcript, { colors: createColors(false), width: 80 })).toContain(
    `\n    trace     ${traceId}\n`,
  );
  expect(junitReport(report, transcript)).toContain(`\ntrace     ${traceId}\n`);
  expect(htmlReport(report, transcript)).toContain(`trace id <code>${traceId}</code>`);
  // Each request differs by its ids: that is no difference of clients.
  expect(violation?.problem).not.toContain('unlike');
});

test.each([
  [{ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }, '0af7651916cd43dd8448eb211c80319c'],
  [{ traceparent: 'secret#1', 'X-Request-Id': '0af7651916cd43dd8448eb211c80319c' }, '0af7651916cd43dd8448eb211c80319c'],
  [{ 'X-Request-Id': '\u001b[2J' }, undefined],
  [{}, undefined],
])('of a recording with %j the id is %s', (headers, traceId) => {
  expect(traceIdOf({ headers: Object.entries(headers) })).toBe(traceId);
});
