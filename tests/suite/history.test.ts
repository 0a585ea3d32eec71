import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SuiteClock } from '../../contract-tests/sending/clock.js';
import { type CheckFlags, readCheckSettings } from '../../src/cli/check/check-settings.js';
import { checkWithHistory } from '../../src/cli/check/check-with-history.js';
import { createService } from '../conformant-service/create-service.js';
import { readRequest } from '../conformant-service/serve-service.js';
import { GOOD_KEY, type Service, withHeader } from '../conformant-service/service.js';
import { temporaryFolder } from '../temporary-file.js';
import { runCheck, serve } from './running-check.js';
import { terminalIn } from './running-command.js';

const KEY = { PETSTORE_API_KEY: GOOD_KEY };
/** What a check sends: learning, too, would wait for the limit of the minute in every other run. */
const FEW = ['--max-requests', '15'];

/** A deployment that a test replaces by another one while it is watched. */
async function deployment(service: Service = createService()) {
  const now = { service };
  const origin = await serve((incoming, outgoing) => {
    void readRequest(incoming).then((request) => {
      const { status, headers, body } = now.service.handle(request, Date.now());
      outgoing.writeHead(status, headers.flat()).end(body);
    });
  });
  return { url: `${origin}/v1`, now };
}

const inReverse = () => createService({ order: 'descending' });

const withoutLimits = (): Service => {
  const service = createService();
  return {
    ...service,
    handle: (request, nowMs) => withHeader(service.handle(request, nowMs), 'X-RateLimit-Limit'),
  };
};

const linesOf = async (folder: string) =>
  (await readFile(join(folder, 'runs.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('stores the first run and announces the comparison with the next one', async () => {
  const { url } = await deployment();
  const { exitCode, stdout, folder } = await runCheck([url, ...FEW, '--history', 'runs'], KEY);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('First run of this history');
  expect((await readdir(join(folder, 'runs'))).sort()).toEqual([
    'metrics.prom',
    'profile.json',
    'runs.jsonl',
    'trend.html',
  ]);
  expect(await linesOf(join(folder, 'runs'))).toMatchObject([
    { baseUrl: url, exitCode: 0, level: 'read', changes: [] },
  ]);
});

test.each(['', undefined])('does not report “nothing changed” without an earlier run: %j', async (profile) => {
  const { url, now } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  if (profile === undefined) await rm(join(history, 'profile.json'));
  else await writeFile(join(history, 'profile.json'), profile);
  now.service = inReverse();
  const { stdout } = await runCheck([url, ...FEW, '--history', history], KEY);
  expect(stdout).toContain('or its profile.json is missing');
  expect(stdout).not.toContain('No changes since');
});

test('reports what changed since the last run, and fails if requested', async () => {
  const { url, now } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  const same = await runCheck([url, ...FEW, '--history', history, '--fail-on', 'change'], KEY);
  expect({ code: same.exitCode, told: same.stdout.includes('No changes since') }).toEqual({ code: 0, told: true });
  now.service = inReverse();
  const changed = await runCheck([url, ...FEW, '--history', history, '--fail-on', 'change'], KEY);
  expect(changed.exitCode).toBe(1);
  expect(changed.stdout).toContain('1 change since');
  expect(changed.stdout).toContain('question/list-order');
  const again = await runCheck([url, ...FEW, '--history', history, '--fail-on', 'change'], KEY);
  expect(again.exitCode).toBe(0);
});

test('rejects the history of another deployment, and sends nothing', async () => {
  const one = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([one.url, '--history', history], KEY);
  let asked = 0;
  const other = await serve((_request, response) => {
    asked++;
    response.end();
  });
  await expect(runCheck([`${other}/v1`, '--history', history], KEY)).rejects.toThrow(`it is the history of ${one.url}`);
  expect(asked).toBe(0);
});

test.each([
  [['--every', '15m'], 'needs --history'],
  [['--fail-on', 'change'], 'needs --history'],
  [['--every', '5s', '--history', 'h'], 'a duration from 1m to 7d'],
  [
    ['--every', '15m', '--history', 'h', '--level', 'exhaust', '--yes'],
    'use up the whole quota of the API key each time',
  ],
  [['--every', '15m', '--history', 'h', '--from', 'x.har'], 'a recording does not change'],
])('rejects %j', async (args, problem) => {
  await expect(runCheck(['http://127.0.0.1:9/v1', ...args], KEY)).rejects.toThrow(problem);
});

/** A clock on which a wait is over at once; after so many of them Ctrl-C is pressed. */
function hurriedClock(waits: number, between: (wait: number) => void = () => {}) {
  const controller = new AbortController();
  let nowMs = Date.UTC(2026, 10, 21, 12);
  let waited = 0;
  const starts: number[] = [];
  const clock: SuiteClock = {
    now: () => nowMs,
    async wait(ms) {
      nowMs += ms;
      starts.push(nowMs);
      between(++waited);
      if (waited === waits) controller.abort();
    },
  };
  return { clock, signal: controller.signal, starts };
}

async function watched(url: string, flags: CheckFlags, hurried: ReturnType<typeof hurriedClock>, place?: string) {
  const folder = place ?? (await temporaryFolder());
  const { terminal, printed } = terminalIn(folder, KEY);
  const all = { maxRequests: 15, ...flags, history: 'runs' };
  const settings = { ...readCheckSettings(url, all), history: 'runs', waivers: [] };
  // The run itself goes by the machine's time and is not interrupted.
  const request = { target: url, flags, version: '0.0.0', confirm: undefined, signal: hurried.signal };
  const exitCode = await checkWithHistory(settings, request, terminal, hurried.clock);
  return { exitCode, ...printed, folder: join(folder, 'runs') };
}

test('--every prints only changes', async () => {
  const { url, now } = await deployment();
  const hurried = hurriedClock(5, (wait) => {
    if (wait === 2) now.service = withoutLimits();
    if (wait === 4) now.service = createService();
  });
  const { exitCode, stdout, folder } = await watched(url, { everyMs: 1_800_000, plan: 'free' }, hurried);
  const news = stdout.slice(stdout.indexOf('First run of this history'));
  expect(news.match(/changes? since/g)).toHaveLength(2);
  expect(news).toContain('✗ rule/limits/headers-present  passed → violated');
  expect(news).toContain('Every API response carries these headers');
  expect(news).toContain('✓ rule/limits/headers-present  violated → passed');
  expect((await linesOf(folder)).map((line) => line.exitCode)).toEqual([0, 0, 1, 1, 0]);
  expect(exitCode).toBe(0);
});

test('spreads its runs so that they do not use up the reserve of the day', async () => {
  const { url } = await deployment();
  const hurried = hurriedClock(4);
  const { stdout, folder } = await watched(url, { everyMs: 60_000, plan: 'free' }, hurried);
  expect(stdout).toMatch(/A run every 1m would send [\d,]+ requests a day; 800 of the plan's 1,000 are\n {2}allowed/);
  const runs = await linesOf(folder);
  const [first, second] = runs.map((line) => Date.parse(line.startedAt));
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual((86_400_000 * runs[0].requests) / 800);
});

test('continues when the deployment cannot be reached, and reports each change of that once', async () => {
  const service = createService();
  const { url, now } = await deployment(service);
  const broken: Service = { ...service, handle: () => ({ status: 404, headers: [], body: '' }) };
  const hurried = hurriedClock(5, (wait) => {
    if (wait === 1) now.service = broken;
    if (wait === 3) now.service = service;
  });
  const { stdout } = await watched(url, { everyMs: 1_800_000, plan: 'free' }, hurried);
  expect(stdout.match(/! the run stopped early/g)).toHaveLength(1);
  expect(stdout.match(/✓ the run completed again/g)).toHaveLength(1);
});

/** A deployment of which connections are dropped while `isDown`. */
async function shaky() {
  const service = createService();
  const now = { isDown: false };
  const origin = await serve((incoming, outgoing) => {
    if (now.isDown) return void incoming.socket.destroy();
    void readRequest(incoming).then((request) => {
      const { status, headers, body } = service.handle(request, Date.now());
      outgoing.writeHead(status, headers.flat()).end(body);
    });
  });
  return { url: `${origin}/v1`, now };
}

test.each([
  ['one run gets no response', [2], 0],
  ['two runs that are not neighbours get no response', [2, 4], 0],
  ['two runs in a row get no response', [2, 3], 1],
  ['three runs in a row get no response', [2, 3, 4], 1],
] as const)('when %s, prints %j so often', async (_, down, times) => {
  const { url, now } = await shaky();
  const hurried = hurriedClock(6, (wait) => {
    now.isDown = down.some((each) => each === wait);
  });
  const { exitCode, stdout, folder } = await watched(url, { everyMs: 1_800_000, plan: 'free' }, hurried);
  expect(stdout.match(/! the run stopped early, as the one before it/g) ?? []).toHaveLength(times);
  expect(stdout.match(/✓ the run completed again/g) ?? []).toHaveLength(times);
  expect((await linesOf(folder)).filter(({ exitCode }) => exitCode === 3)).toHaveLength(down.length);
  expect(exitCode).toBe(0);
});

test('exits as before after one run without a response', async () => {
  const { url, now } = await shaky();
  const hurried = hurriedClock(3, (wait) => {
    now.isDown = wait === 2;
  });
  expect(await watched(url, { everyMs: 1_800_000, plan: 'free' }, hurried)).toMatchObject({ exitCode: 0 });
});

test('shows how often a rule is violated that comes and goes', async () => {
  const { url, now } = await deployment();
  const hurried = hurriedClock(10, (wait) => {
    now.service = wait === 2 || wait === 8 ? withoutLimits() : createService();
  });
  const { stdout, folder } = await watched(url, { everyMs: 1_800_000, plan: 'free' }, hurried);
  const news = stdout.replace(/\s+/g, ' ');
  expect(news).toMatch(
    /✗ rule\/limits\/headers-present passed → violated violated in 1 of the last 3 runs \(33 %\), on/,
  );
  expect(news).toMatch(/violated in 2 of the last 9 runs \(22 %\), first 2026-11-21 13:00, last 2026-11-21 16:00/);
  expect((await linesOf(folder)).at(-1)).toMatchObject({
    frequencies: [{ rule: 'limits/headers-present', violated: 2, runs: 10 }],
  });
});

test('counts the requests of another watch on the same folder', async () => {
  const { url } = await deployment();
  const folder = await temporaryFolder();
  const hurried = hurriedClock(2, (wait) => {
    if (wait !== 1) return;
    // Meanwhile somebody else has spent the day.
    const runs = join(folder, 'runs', 'runs.jsonl');
    const [first = ''] = readFileSync(runs, 'utf8').split('\n');
    appendFileSync(runs, `${JSON.stringify({ ...JSON.parse(first), requests: 790 })}\n`);
  });
  await watched(url, { everyMs: 1_800_000, plan: 'free' }, hurried, folder);
  const [due, room] = hurried.starts;
  expect((room ?? 0) - (due ?? 0)).toBeGreaterThan(23 * 3_600_000);
  expect(await linesOf(join(folder, 'runs'))).toHaveLength(2);
});

test('a run that another watch adds meanwhile is stored, and its changes are not reported again', async () => {
  const { url, now } = await deployment();
  const folder = await temporaryFolder();
  const flags = { everyMs: 1_800_000, plan: 'free' } as const;
  await watched(url, flags, hurriedClock(1), folder);
  let other = Promise.resolve<unknown>(undefined);
  const hurried = hurriedClock(3, (wait) => {
    if (wait !== 1) return;
    now.service = inReverse();
    other = watched(url, flags, hurriedClock(1), folder);
  });
  // The second watch ends within the first wait of this one.
  const clock: SuiteClock = {
    now: hurried.clock.now,
    async wait(ms, signal) {
      await hurried.clock.wait(ms, signal);
      await other;
    },
  };
  const { stdout } = await watched(url, flags, { ...hurried, clock }, folder);
  expect(stdout).not.toContain('question/list-order');
  expect(await linesOf(join(folder, 'runs'))).toHaveLength(5);
});

test('a clock that is set back does not delay the next run', async () => {
  const { url } = await deployment();
  const hurried = hurriedClock(3);
  let backMs = 0;
  const clock: SuiteClock = {
    now: () => hurried.clock.now() - backMs,
    async wait(ms, signal) {
      await hurried.clock.wait(ms, signal);
      backMs += 5 * 3_600_000;
    },
  };
  await watched(url, { everyMs: 1_800_000, plan: 'free' }, { ...hurried, clock });
  const [first = 0, second = 0, third = 0] = hurried.starts;
  expect([second - first, third - second]).toEqual([1_800_000, 1_800_000]);
});

test('two parallel runs are both stored, and one of them reports the changes', async () => {
  const { url, now } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  now.service = inReverse();
  const both = await Promise.all([
    runCheck([url, ...FEW, '--history', history], KEY),
    runCheck([url, ...FEW, '--history', history], KEY),
  ]);
  expect(both.filter(({ stdout }) => stdout.includes('question/list-order'))).toHaveLength(1);
  expect((await linesOf(history)).map((line) => line.changes.length).sort()).toEqual([0, 0, 1]);
});

test('prints a run that cannot be saved because another process holds the history', async () => {
  const { url } = await deployment();
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'runs'));
  await writeFile(join(folder, 'runs', 'history.lock'), '');
  const { exitCode, stdout, stderr } = await watched(url, {}, hurriedClock(1_000), folder);
  expect(exitCode).toBe(3);
  expect(stdout).toContain('rules passed');
  expect(stdout).toContain('First run of this history');
  expect(stderr).toMatch(/another process is writing it. This run was not saved/);
  expect(await readdir(join(folder, 'runs'))).toEqual(['history.lock']);
});

test('compares with what an earlier run learned that was killed before it wrote its line', async () => {
  const { url, now } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  await rm(join(history, 'runs.jsonl'));
  now.service = inReverse();
  const { stdout } = await runCheck([url, ...FEW, '--history', history], KEY);
  expect(stdout).toContain('1 change since');
  expect(stdout).toContain('question/list-order');
});

test('skips a line that was edited by hand, and names it', async () => {
  const { url } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  const [line] = await linesOf(history);
  await writeFile(join(history, 'runs.jsonl'), `${JSON.stringify({ ...line, changes: [null] })}\n`, { flag: 'a' });
  const { exitCode, stdout, stderr } = await runCheck([url, ...FEW, '--history', history], KEY);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('No changes since');
  expect(stderr).toMatch(/line 2 is not a run of petstore-mock check --history \(\/changes\/0 must be object\)/);
});

test('rejects a history without any run', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'runs'));
  await writeFile(join(folder, 'runs', 'runs.jsonl'), 'oops\n');
  await expect(runCheck(['http://127.0.0.1:9/v1', '--history', join(folder, 'runs')], KEY)).rejects.toThrow(
    'line 1 is not a run',
  );
});

test('a line that was cut off by a crash does not affect later runs', async () => {
  const { url } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  await writeFile(join(history, 'runs.jsonl'), '{"version":1,"baseUrl":"htt', { flag: 'a' });
  await runCheck([url, ...FEW, '--history', history], KEY);
  await runCheck([url, ...FEW, '--history', history], KEY);
  expect(await linesOf(history)).toHaveLength(3);
});

test('prints a run although its history became invalid meanwhile', async () => {
  const service = createService();
  const folder = await temporaryFolder();
  const breaking: Service = {
    ...service,
    handle: (...asked) => {
      mkdirSync(join(folder, 'runs'), { recursive: true });
      writeFileSync(join(folder, 'runs', 'runs.jsonl'), 'oops\n');
      return service.handle(...asked);
    },
  };
  const { url } = await deployment(breaking);
  const { exitCode, stdout, stderr } = await runCheck([url, ...FEW, '--history', join(folder, 'runs')], KEY);
  expect(stdout).toContain('rules passed');
  expect(stderr).toContain('line 1 is not a run');
  expect(exitCode).toBe(3);
});

test('a run that cannot be stored is still printed', async () => {
  const folder = await temporaryFolder();
  const service = createService();
  const { url } = await deployment({
    ...service,
    handle(...asked) {
      mkdirSync(join(folder, 'runs', 'metrics.prom'), { recursive: true });
      return service.handle(...asked);
    },
  });
  const { terminal, printed } = terminalIn(folder, KEY);
  const settings = { ...readCheckSettings(url, {}), history: 'runs', waivers: [] };
  const request = { target: url, flags: {}, version: '0.0.0', confirm: undefined };
  const { signal } = new AbortController();
  expect(await checkWithHistory(settings, { ...request, signal }, terminal)).toBe(3);
  expect(printed.stderr).toContain('Writing the history');
  expect(printed.stdout).toContain('rules passed');
  expect(printed.stdout).toContain('First run of this history');
  expect(await readdir(join(folder, 'runs'))).toEqual(['metrics.prom']);
});

test.each(['json', 'junit'] as const)(
  'changes do not appear in the machine-readable output of --reporter %s',
  async (reporter) => {
    const { url, now } = await deployment();
    const hurried = hurriedClock(2, () => {
      now.service = withoutLimits();
    });
    const { stdout, stderr } = await watched(url, { everyMs: 60_000, plan: 'free', reporter }, hurried);
    expect(stdout).not.toMatch(/since|Repeating every/);
    expect(stdout.trimEnd()).toMatch(reporter === 'json' ? /^\{.*\}$/s : /^<\?xml.*<\/testsuites>$/s);
    expect(stderr).toContain('Repeating every');
    expect(stderr).toContain('rule/limits/headers-present  passed → violated');
  },
);

test('--reporter github reports what made --fail-on change fail', async () => {
  const { url, now } = await deployment();
  const history = join(await temporaryFolder(), 'runs');
  await runCheck([url, ...FEW, '--history', history], KEY);
  now.service = inReverse();
  const { exitCode, stdout } = await runCheck(
    [url, ...FEW, '--history', history, '--fail-on', 'change', '--reporter', 'github'],
    KEY,
  );
  expect(exitCode).toBe(1);
  expect(stdout).toContain('question/list-order  ascending → descending');
});

test('an earlier run of another level does not stretch the time between runs', async () => {
  const { url } = await deployment();
  const hurried = hurriedClock(2);
  const { folder } = await watched(url, { everyMs: 3_600_000, plan: 'free' }, hurried);
  const [first] = await linesOf(folder);
  await writeFile(
    join(folder, 'runs.jsonl'),
    `${JSON.stringify({ ...first, level: 'exhaust', requests: 790, endedAt: '2020-01-01T00:00:00Z' })}\n`,
  );
  const again = hurriedClock(2);
  const { terminal, printed } = terminalIn(join(folder, '..'), KEY);
  const flags = { everyMs: 3_600_000, plan: 'free', history: 'runs', maxRequests: 15 } as const;
  const settings = { ...readCheckSettings(url, flags), history: 'runs', waivers: [] };
  const request = { target: url, flags, version: '0.0.0', confirm: undefined, signal: again.signal };
  await checkWithHistory(settings, request, terminal, again.clock);
  expect(printed.stdout).not.toContain('would send');
});
