import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { expect } from 'vitest';
import { consoleReport } from '../contract-tests/report/console-report.js';
import { jobSummary } from '../contract-tests/report/job-summary.js';
import { annotations } from '../contract-tests/report/reporters.js';
import { writeReports } from '../contract-tests/report/write-reports.js';
import { runSuite } from '../contract-tests/run-suite.js';
import { dependenciesOf, options, rawResponse, testService } from '../contract-tests/service-for-tests.js';
import { createPetstore } from '../mocks/petstore.js';
import { readCheckSettings } from '../src/cli/check/check-options.js';
import { judgeTranscript, reportOn } from '../src/cli/check/judged-run.js';
import type { HeaderList } from '../src/exchange/exchange.js';
import { readHar } from '../src/exchange/read-har.js';
import { Redactor } from '../src/exchange/redactor.js';
import { writeHar } from '../src/exchange/write-har.js';
import { learnProfile } from '../src/fidelity/learn/learn-profile.js';
import { judge } from '../src/judge/judge.js';
import { petstoreJudge } from '../src/judge/rules/index.js';
import { petstoreMatchers } from '../src/matchers/petstore-matchers.js';
import { judgeManners, judgeService } from '../src/observe/judge-journal.js';
import { observeService } from '../src/observe/observe-service.js';
import { HarFile } from '../src/observe/proxy/har-file.js';
import { Observer } from '../src/observe/proxy/observer.js';
import { judgeRecent } from '../src/server/admin/serialise-requests.js';
import { TrafficMeter } from '../src/server/worlds/request-source.js';
import { temporaryFolder } from './temporary-file.js';

const BASE_URL = options.baseUrl;
const START_MS = Date.UTC(2026, 10, 21, 12);
const creator = { name: 'test', version: '1' };

/** How a service may repeat a key. */
const writings: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in capitals': (key) => key.toUpperCase(),
  'in base64': btoa,
  'in base64 of more': (key) => btoa(`{"key":"${key}"}`),
  'in hex': (key) => Buffer.from(key).toString('hex'),
  'escaped for a URL': (key) =>
    encodeURIComponent(key).replace(/[a-f]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'escaped for JSON': (key) => key.replace(/./g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** Exchanges of a client whose key comes back everywhere. */
function echoes(key: string, shown: string) {
  const received = [
    { path: '/inventory', body: shown },
    { path: `/inventory?q=${encodeURIComponent(shown)}`, body: JSON.stringify({ [shown]: shown }) },
    { path: '/inventory', body: JSON.stringify([{ petId: shown, quantity: shown, status: shown, [shown]: 1 }]) },
    { path: '/inventory', status: 400, body: JSON.stringify({ code: 7, message: shown, status: shown }) },
    { path: '/inventory', status: 418, body: `<p>${shown}`, more: [['X-RateLimit-Limit', shown]] },
    { path: '/inventory', status: 429, body: '', more: [['Retry-After', shown]] },
    { path: '/inventory', status: 302, body: '', more: [['Location', `https://login.example.test/${shown}`]] },
    { path: `/inventory/${encodeURIComponent(shown)}`, method: 'PATCH', sent: `{"quantity":"${shown}"}`, body: shown },
    {
      path: '/messages',
      method: 'POST',
      sent: JSON.stringify({ message: `${shown} ends` }),
      body: JSON.stringify({ id: shown, message: `${shown} ENDS`, status: shown, createdAt: shown }),
    },
  ];
  return received.map(({ path, method = 'GET', status = 200, sent, body, more = [] }, at) => {
    const ms = START_MS + at * 1_000;
    const date = ['Date', new Date(ms).toUTCString()] as const;
    return {
      request: {
        method,
        url: `${BASE_URL}${path}`,
        headers: [
          ['Authorization', `Bearer ${key}`],
          ['X-Trace', shown],
        ] as HeaderList,
        body: sent,
      },
      response: {
        httpVersion: '1.1',
        status,
        statusText: '',
        headers: [
          date,
          ['Content-Type', `application/json; of=${shown}`],
          ['Deprecation', shown],
          ...more,
        ] as HeaderList,
        body: Buffer.from(body),
        incomplete: undefined,
      },
      failure: undefined,
      startedMs: ms,
      endedMs: ms + 10,
      responseBytes: body.length,
    };
  });
}

const noPause = () => undefined;

/** Every way out of a run of the suite: each text by its name. */
async function outOfCheck(apiKey: string, shown: string) {
  const echo = { 'X-Echo': shown, Deprecation: shown, 'Retry-After': shown };
  const twist = (_: unknown, count: number) => {
    if (count === 1) return undefined;
    const item = { petId: shown, quantity: shown, status: shown, [shown]: shown };
    const error = { code: shown, message: shown, status: shown };
    return count % 2 === 0
      ? rawResponse(400, JSON.stringify(error), echo)
      : rawResponse(200, JSON.stringify(item), echo);
  };
  const given = { ...options, apiKey, messagesUrl: BASE_URL };
  const { transcript, ...run } = await runSuite(given, dependenciesOf(testService({ key: apiKey, twist })));
  const warnings: string[] = [];
  const terminal = { stderr: { write: (text: string) => void warnings.push(text) } };
  const settings = { ...given, ...transcript.run, judged: petstoreJudge };
  const gathered = judgeTranscript(transcript, settings, terminal as never, run);
  const report = reportOn(gathered, [], readCheckSettings(BASE_URL, {}), '0.2.0');
  const folder = await temporaryFolder();
  writeReports(folder, report, gathered.transcript);
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const facts = { ...gathered, learnedAtMs: START_MS, kind: 'run' } as const;
  return {
    ...Object.fromEntries(files),
    console: consoleReport(report, gathered.transcript, { colors: createColors(false), width: 100 }),
    annotations: annotations(report, gathered.transcript),
    'job summary': jobSummary(report, gathered.transcript),
    profile: JSON.stringify(learnProfile(gathered.transcript, settings, facts)),
    'profile of what was received': JSON.stringify(
      learnProfile(transcript, settings, { learnedAtMs: START_MS, kind: 'run' }),
    ),
    'har of what was received': writeHar(transcript, creator),
    others: JSON.stringify([warnings, run.leftBehind]),
  };
}

/** Every way out of an observed service. */
async function outOfObserving(key: string, shown: string) {
  const { service, record } = observeService({ baseUrl: BASE_URL, exclusive: true }, { name: 'test', firstStep: '' });
  for (const exchange of echoes(key, shown)) record(exchange);
  return {
    exchanges: JSON.stringify(service.exchanges),
    findings: JSON.stringify([service.findings(), service.violations(), service.manners()]),
    har: service.har(),
    message: String(await service.expectConformance().catch((error: unknown) => error)),
  };
}

/** Every way out of a proxy and its control room. */
async function outOfProxy(key: string, shown: string) {
  const notes: unknown[] = [];
  const note = (...facts: unknown[]) => void notes.push(facts);
  const log = { note, request: note, bug: note };
  const observer = new Observer({ upstreamUrl: BASE_URL, plan: undefined, isExclusive: true, log: log as never });
  const file = join(await temporaryFolder(), 'out.har');
  const { redactor } = observer;
  const har = { file, named: file, isOverwriting: false, creator, baseUrl: BASE_URL, redactor, onProblem: note };
  observer.har = await HarFile.create(har);
  for (const exchange of echoes(key, shown)) observer.add(exchange);
  const summary = await observer.finish();
  const log2 = observer.requests;
  const source = { log: log2, traffic: new TrafficMeter() } as never;
  const known = { plan: undefined, isExclusive: true };
  const found = await log2.search(shown, {}, {}, noPause);
  return {
    har: readFileSync(file, 'utf8'),
    log: JSON.stringify([notes, summary]),
    lines: JSON.stringify([log2.lines(), log2.newest(0, 9), found]),
    exchanges: JSON.stringify(log2.exchanges),
    service: JSON.stringify(
      await judgeRecent(source, (some, pause) => judgeService(some, pause, known), noPause as never),
    ),
    manners: JSON.stringify(await judgeRecent(source, judgeManners, noPause as never)),
  };
}

/** Every way out of a fake, and of matchers. */
async function outOfFake(key: string, shown: string) {
  const petstore = createPetstore({ baseUrl: BASE_URL, pets: 1, keys: { [key]: 'free' } });
  for (const { request } of echoes(key, shown)) {
    const { method, url, headers, body } = request;
    const path = url.slice(new URL(url).origin.length);
    petstore.handle({ method, path, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) });
  }
  const { toHaveCalled, toBeWellMannered, toConformTo } = petstoreMatchers;
  const response = {
    status: 200,
    headers: { 'content-type': shown },
    data: JSON.stringify([{ petId: shown, [shown]: shown, status: shown }]),
    config: { headers: { Authorization: `Bearer ${key}` } },
  };
  return {
    journal: JSON.stringify(petstore.journal.exchanges),
    har: writeHar(petstore.journal, creator),
    calls: toHaveCalled(petstore, 'updateInventory', { body: 1 }).message(),
    manners: toBeWellMannered(petstore).message(),
    response: (await toConformTo(response, 'listInventory')).message(),
  };
}

/** Every way out of a recording of a browser. */
async function outOfRecording(key: string, shown: string) {
  const entries = echoes(key, shown).map(({ request, response, startedMs }) => ({
    startedDateTime: new Date(startedMs).toISOString(),
    request: {
      ...request,
      headers: request.headers.map(([name, value]) => ({ name, value })),
      postData: { text: request.body },
    },
    response: {
      ...response,
      headers: response.headers.map(([name, value]) => ({ name, value })),
      content: { text: response.body.toString() },
    },
  }));
  const transcript = readHar(JSON.stringify({ log: { entries } }), 'app.har');
  const settings = {
    baseUrl: BASE_URL,
    messagesUrl: BASE_URL,
    level: undefined,
    plan: undefined,
    isExclusive: true,
    judged: petstoreJudge,
  };
  return { exchanges: JSON.stringify(transcript), verdicts: JSON.stringify(judge(transcript, settings)) };
}

export const ways = { outOfCheck, outOfObserving, outOfProxy, outOfFake, outOfRecording };

export const distinctive = [
  'Kq7-Zx9.Lm3_Vb5~Tn1-Hd8',
  'sk_live_4f9a1c77d2x',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJl',
  'good_key_of_mine',
];

/** So many characters stand before a key: where a text is cut, the key is, too. */
const placesOfKey = [0, 20, 52, 57];

/** Expects that no text of a way shows any of the keys, in any writing, whole or cut. */
export async function expectNoKey(way: keyof typeof ways, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const index = distinctive.indexOf(key);
    const redactor = new Redactor();
    redactor.nameOf(key);
    const halves = Array.from({ length: key.length - 8 }, (_, start) => key.slice(start, start + 9).toLowerCase());
    for (const [at, [writing, write]] of Object.entries(writings).entries()) {
      const before = placesOfKey[(index + at) % placesOfKey.length] ?? 0;
      const out = await ways[way](key, `${'x'.repeat(before)}${write(key)}`);
      for (const [name, text] of Object.entries(out) as [string, string][]) {
        const lower = text.toLowerCase();
        const leaks = halves.filter((half) => lower.includes(half));
        const shown = { key, writing, before, name, leaks, isWhole: redactor.redact(text) !== text };
        expect(shown).toEqual({ key, writing, before, name, leaks: [], isWhole: false });
      }
    }
  }
}
