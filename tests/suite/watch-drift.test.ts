import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCheckSettings } from '../../src/cli/check/check-settings.js';
import { checkWithHistory } from '../../src/cli/check/check-with-history.js';
import type { Level } from '../../src/exchange/transcript.js';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import type { Changes } from '../conformant-service/steps.js';
import type { Traits } from '../conformant-service/traits.js';
import { plainDeployment } from '../fidelity/deployments.js';
import { temporaryFolder } from '../temporary-file.js';
import { serve } from './running-check.js';
import { terminalIn } from './running-command.js';

/** So many runs in one minute would use up a documented plan. */
const quota = { perMinute: 100_000, perDay: 1_000_000 };
const serviceWith = (traits: Partial<Traits> = {}, changes: Changes = {}) =>
  createService({ ...plainDeployment, quota, ...traits }, changes);

/** What the network does to a request, by its number within the run; undefined: nothing. */
type Fault = (number: number) => 'drop' | 503 | undefined;

/** Watches a deployment that changes in `between`, after each of so many runs. */
async function watch(level: Level, runs: number, between: (run: number, now: Deployment) => void) {
  const now: Deployment = { service: serviceWith(), fault: () => undefined };
  let [requests, nowMs, done] = [0, Date.UTC(2026, 10, 21, 12), 0];
  const origin = await serve((incoming, outgoing) => {
    const fault = now.fault(++requests);
    if (fault === 'drop') return void incoming.socket.destroy();
    if (fault !== undefined) return void outgoing.writeHead(fault, { 'Content-Type': 'text/html' }).end('<p>busy');
    void readRequest(incoming).then((request) => {
      const { status, headers, body } = now.service.handle(request, Date.now());
      outgoing.writeHead(status, headers.flat()).end(body);
    });
  });
  const controller = new AbortController();
  const clock = {
    now: () => nowMs,
    async wait(ms: number) {
      nowMs += ms;
      if (++done === runs) controller.abort();
      requests = 0;
      between(done, now);
    },
  };
  const folder = await temporaryFolder();
  const { terminal, printed } = terminalIn(folder, { PETSTORE_API_KEY: GOOD_KEY });
  const settings = readCheckSettings(`${origin}/v1`, { everyMs: 900_000, level, history: 'runs' });
  const request = { target: undefined, flags: {}, version: '0.0.0', confirm: undefined, signal: controller.signal };
  const exitCode = await checkWithHistory({ ...settings, history: 'runs', waivers: [] }, request, terminal, clock);
  const news = printed.stdout.slice(printed.stdout.indexOf('First run of this history'));
  const lines = (await readFile(join(folder, 'runs', 'runs.jsonl'), 'utf8')).trimEnd().split('\n');
  return { exitCode, news, runs: lines.map((line) => JSON.parse(line)) };
}

interface Deployment {
  service: ReturnType<typeof createService>;
  fault: Fault;
}

const onErrors: Changes = {
  finish: (finish) => (call, response) => {
    const { headers, ...rest } = finish(call, response);
    return { ...rest, headers: rest.status < 400 ? headers : [...headers, ['X-Problem', 'see-docs']] };
  },
};

test.each<[string, Level, Deployment['service'], RegExp]>([
  [
    'another method',
    'read',
    serviceWith({ unknownMethod: 404 }),
    /~ question\/unknown-method 405 → 404 before #\d+ .* now #\d+ \w+ \/v1\S+ → 404/,
  ],
  [
    'the order of checks',
    'read',
    serviceWith({ sooner: ['path'] }),
    /~ question\/order-of-checks\/key or path key → path before #\d+ .* now #\d+ GET \/v1\S+ → 404/,
  ],
  [
    'a header on errors',
    'read',
    serviceWith({}, onErrors),
    /~ response\/\w+\/4\d\d\/header\/x-problem not there → always the same text before #\d+ GET .* → 4\d\d now #\d+ .* x-problem: see-docs/,
  ],
  [
    'a content type',
    'write',
    serviceWith({ wrongType: 415 }),
    /~ question\/update-content-type 400 → 415 before .* now #\d+ PATCH .* → 415/,
  ],
  ['a malformed id', 'write', serviceWith({ malformedId: 404 }), /~ question\/malformed-pet-id 400 → 404/],
  ['a bound', 'write', serviceWith({ quantities: [0n, 999n] }), /~ question\/quantity-range\/maximum 2147483647 → 999/],
])('the next run finds and names %s', async (_, level, changed, named) => {
  const { news, runs } = await watch(level, 3, (run, now) => {
    if (run === 1) now.service = changed;
  });
  expect(news.replace(/\s+/g, ' ')).toMatch(named);
  expect(news.match(/ since /g)).toHaveLength(1);
  const causes = runs.map(
    ({ changes }) => changes.filter(({ cause }: { cause?: string }) => cause === undefined).length,
  );
  expect(causes).toEqual([0, 1, 0]);
});

/** The first request, one of each kind of probe, and those that only learning sends. */
const FAILING = [1, 2, 3, 4, 8, 16, 20, 25, 29];

test.each(['drop', 503] as const)('a single failed request wakes nobody, whichever it is: %s', async (how) => {
  const { exitCode, news, runs } = await watch('read', FAILING.length + 2, (run, now) => {
    now.fault = (number) => (number === FAILING[run - 1] ? how : undefined);
  });
  expect(news).not.toContain(' since ');
  expect(news).not.toContain('!');
  expect(runs.flatMap(({ changes, violated }) => [...changes, ...violated])).toEqual([]);
  expect(exitCode).toBe(0);
});
