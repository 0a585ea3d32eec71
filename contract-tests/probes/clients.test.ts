import { expect, it } from 'vitest';
import { headerIn } from '../../tests/conformant-service/service.js';
import { runSuite } from '../run-suite.js';
import type { OutgoingRequest } from '../sending/sender.js';
import {
  dependenciesOf,
  errorBody,
  options,
  rawResponse,
  type ServiceOptions,
  testService,
} from '../service-for-tests.js';
import type { SuiteOptions } from '../suite.js';

const named: SuiteOptions = { ...options, messagesUrl: options.baseUrl, headers: [['User-Agent', 'petstore-mock/1']] };
const isUnnamed = ({ headers }: OutgoingRequest) => headerIn(headers, 'user-agent') === undefined;
const isChunked = ({ headers }: OutgoingRequest) => headerIn(headers, 'transfer-encoding') !== undefined;

async function run(twist?: ServiceOptions['twist'], changed: Partial<SuiteOptions> = {}) {
  const service = testService(twist && { twist });
  const { transcript } = await runSuite({ ...named, ...changed }, dependenciesOf(service));
  const sent = service.received.map(({ request }) => request);
  return { sent, transcript, probes: transcript.exchanges.map(({ probe }) => probe) };
}

it('sends requests as other clients do, and a plain one of each operation', async () => {
  const { sent, transcript } = await run();
  const values = (name: string) => new Set(sent.map(({ headers }) => headerIn(headers, name)));
  expect(values('accept')).toEqual(
    new Set(['application/json', '*/*', undefined, expect.stringMatching(/^text\/html/)]),
  );
  expect(values('user-agent')).toEqual(new Set(['petstore-mock/1', undefined]));
  expect(values('x-forwarded-for')).toEqual(new Set([undefined, '203.0.113.7']));
  expect(values('accept-language')).toContain('de-DE,de;q=0.9,en;q=0.5');
  expect(sent.filter(isChunked).map(({ method }) => method)).toEqual(['PATCH']);
  expect(sent.filter(({ headers }) => headers.some(([name]) => name === 'authorization'))).toHaveLength(2);
  expect(
    transcript.exchanges.find(({ request: { headers } }) => headerIn(headers, 'user-agent') === undefined),
  ).toBeDefined();
  const isPlain = ({ headers }: OutgoingRequest) =>
    headers.every(([name]) => /^(?:Accept|Authorization|Content-Type|User-Agent|traceparent|x-request-id)$/.test(name));
  const plain = sent.filter(isPlain).map(({ method, url }) => `${method} ${url.replace(/\d+$/, '')}`);
  expect(new Set(plain).size).toBeGreaterThanOrEqual(5);
});

it('keeps a name that the user chose', async () => {
  const { sent } = await run(undefined, { headers: [['User-Agent', 'our-monitor']] });
  expect(sent.filter(isUnnamed)).toEqual([]);
});

it('sends what another client is denied as usual, too, and goes on', async () => {
  const { probes, transcript } = await run((request) =>
    isChunked(request) ? rawResponse(411, errorBody(411)) : undefined,
  );
  expect(transcript.run?.stopped).toBeUndefined();
  expect(probes.filter((probe) => probe === 'update-again')).toHaveLength(2);
  expect(probes).toHaveLength((await run()).probes.length + 1);
});

it.each([
  ['a firewall', rawResponse(403, '<html>Blocked</html>', { 'Content-Type': 'text/html' })],
  ['a rejected key', rawResponse(401, errorBody(401))],
])('does not stop at %s that clients without a name meet', async (_, response) => {
  const { transcript, probes } = await run((request) => (isUnnamed(request) ? response : undefined));
  expect(transcript.run?.stopped).toBeUndefined();
  expect(probes.at(-1)).toMatch(/^restore/);
});

it('shows a cookie that the service set instead of a key, and none where it set none', async () => {
  const cookies = (sent: readonly OutgoingRequest[]) =>
    sent.flatMap(({ headers }) => headerIn(headers, 'cookie') ?? []).filter((value) => !value.includes('api_key'));
  const { sent, transcript } = await run((_request, count) =>
    count === 3
      ? rawResponse(200, '{}', { 'Set-Cookie': 'sid=3f9a1c774d; HttpOnly', 'set-cookie': 'old=; Max-Age=0' })
      : undefined,
  );
  expect(cookies(sent)).toEqual(['sid=3f9a1c774d']);
  const shown = transcript.exchanges.find(({ probe }) => probe === 'list-with-cookie');
  expect(shown?.request).toMatchObject({ credential: { kind: 'none' } });
  expect(JSON.stringify(shown)).not.toContain('3f9a1c774d');
  expect(cookies((await run()).sent)).toEqual([]);
});

it('sends a message as usual where no client can wait for the service to ask for it', async () => {
  const service = testService();
  const sender = {
    ...service.sender,
    canSend: ({ headers }: OutgoingRequest) => headerIn(headers, 'expect') === undefined,
  };
  await runSuite(named, dependenciesOf(service, { sender }));
  const messages = service.received.filter(({ request }) => request.method === 'POST' && request.body !== undefined);
  expect(messages.some(({ request }) => headerIn(request.headers, 'expect') !== undefined)).toBe(false);
  expect((await run()).sent.filter(({ headers }) => headerIn(headers, 'expect') !== undefined)).toHaveLength(1);
  expect(messages).toHaveLength((await run()).sent.filter(({ method }) => method === 'POST').length);
});
