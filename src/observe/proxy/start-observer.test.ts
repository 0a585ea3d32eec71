import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { readHar } from '../../exchange/read-har.js';
import { createObserver, type Observer, type ObserverOptions } from './observer.js';
import type { ObserverThread, ThreadListener } from './observer-thread.js';
import { createPrivateFile } from './private-file.js';
import { mergeTallies, superviseObserver } from './start-observer.js';
import type { WireExchange } from './wire-exchange.js';

const tally = (rule: string, exchanges: number, first: number) => ({ rule, title: rule, exchanges, first });

test('adds up each rule, and keeps where it was broken first', () => {
  expect(mergeTallies([tally('a', 2, 1), tally('b', 1, 3)], [tally('b', 4, 9), tally('c', 1, 8)])).toEqual([
    tally('a', 2, 1),
    tally('b', 5, 3),
    tally('c', 1, 8),
  ]);
});

const KEYS = ['k3y-of-the-first-one', 'k3y-of-the-second-one'];

const passed = (key = KEYS[0], body = '[]'): WireExchange => ({
  method: 'GET',
  target: '/v1/inventory',
  requestHeaders: ['Authorization', `Bearer ${key}`],
  requestBody: undefined,
  response: {
    httpVersion: '1.1',
    status: 200,
    statusText: 'OK',
    headers: ['Content-Type', 'application/json'],
    body: new TextEncoder().encode(body),
    cut: undefined,
  },
  failure: undefined,
  responseBytes: 2,
  startedMs: 1_800_000_000_000,
  endedMs: 1_800_000_000_005,
  cutBy: undefined,
});

/** An observer without a thread that can be broken; `settle` waits until all that it was handed has been judged. */
async function supervise() {
  // An observer judges after a while. Here none passes: what waits to be judged waits until the end.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = join(await temporaryFolder(), 'traffic.har');
  const { handle } = await createPrivateFile(file, 'traffic.har', false);
  const creator = { name: 'petstore-mock proxy', version: '1.2.3' };
  const told: (readonly [lost: number, isOver: boolean])[] = [];
  const problems: string[] = [];
  const lines: (readonly [number, string | undefined])[] = [];
  const observers: Observer[] = [];
  // Those that are broken leave their files open.
  onTestFinished(async () => {
    for (const each of observers) await each.finish();
  });
  let breakIt = () => {};
  let canStart = true;
  let isCrowded = false;
  let starts = 0;
  const startThread = async (options: ObserverOptions, listener: ThreadListener): Promise<ObserverThread> => {
    starts += 1;
    if (!canStart) throw new Error('no thread');
    const observer = await createObserver(options, listener, (...secret) => listener.onSecret(secret));
    observers.push(observer);
    const handed: WireExchange[] = [];
    let isBroken = false;
    const seen = () => listener.onSeen({ summary: observer.summary(), pending: observer.pending });
    breakIt = () => {
      isBroken = true;
      seen();
      listener.onGone(new Error('broken'));
    };
    return {
      take(one) {
        if (isCrowded) return false;
        handed.push(one);
        setImmediate(() => {
          if (!isBroken) observer.take(one);
        });
        return true;
      },
      learn: (secrets) => setImmediate(() => observer.learn(secrets)),
      finish: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return isBroken ? new Promise(() => {}) : observer.finish();
      },
      get waiting() {
        return handed.slice(observer.summary().exchanges);
      },
    };
  };
  const observer = await superviseObserver(
    { upstreamUrl: 'https://petstore.test/v1', plan: undefined, isExclusive: false, har: { handle, file, creator } },
    {
      onPassed: ({ exchange, keyAlias }) => lines.push([exchange, keyAlias]),
      onViolation: () => {},
      onManners: () => {},
      onHarProblem: (problem) => problems.push(problem),
      onHarUnclean: (problem) => problems.push(problem),
      onBug: () => {},
      onBreakdown: (...what) => told.push(what),
    },
    startThread,
  );
  /** Of a file that is just being written, nothing. */
  const recorded = () => {
    const text = readFileSync(file, 'utf8');
    return text.endsWith('\n}\n') ? text.split('"_number":').length - 1 : 0;
  };
  return {
    observer,
    told,
    problems,
    lines,
    text: () => readFileSync(file, 'utf8'),
    recording: () => readHar(readFileSync(file, 'utf8'), file).exchanges,
    breakDown: () => breakIt(),
    crowd: (is: boolean) => {
      isCrowded = is;
    },
    neverStart: () => {
      canStart = false;
    },
    starts: () => starts,
    until: async (count: number) => {
      while (lines.length < count || recorded() < count) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('goes on after a breakdown under the same numbers and pseudonyms, in the same recording', async () => {
  const { observer, told, problems, lines, recording, breakDown, until } = await supervise();
  for (const key of KEYS) observer.take(passed(key));
  await until(2);
  breakDown();
  // The second key comes first now.
  for (const key of KEYS.toReversed()) observer.take(passed(key));
  const summary = await observer.finish();
  expect(lines).toEqual([
    [1, 'key#1'],
    [2, 'key#2'],
    [3, 'key#2'],
    [4, 'key#1'],
  ]);
  expect(recording().map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(told).toEqual([[2, false]]);
  expect(summary).toMatchObject({
    exchanges: 4,
    breakdowns: { times: 1, lost: 2 },
    har: { written: 4, missed: 0 },
  });
  expect(problems).toEqual([]);
});

test('adds up what was broken before and after', async () => {
  const { observer, breakDown, until } = await supervise();
  observer.take(passed());
  await until(1);
  breakDown();
  observer.take(passed());
  const { violations } = await observer.finish();
  // What waited to be judged when it broke down was not judged.
  expect(violations.find(({ rule }) => rule === 'limits/headers-present')).toMatchObject({ exchanges: 1, first: 2 });
});

test('takes a key out that was shown before a breakdown and sent after it', async () => {
  const { observer, text, breakDown, until } = await supervise();
  observer.take(passed(KEYS[0], JSON.stringify({ minted: KEYS[1] })));
  await until(1);
  expect(text()).toContain(KEYS[1]);
  breakDown();
  observer.take(passed(KEYS[1]));
  await observer.finish();
  expect(text()).not.toContain(KEYS[1]);
});

test('gives up after the third breakdown, tells so, and leaves a clean recording', async () => {
  const { observer, told, text, recording, starts, until, breakDown } = await supervise();
  observer.take(passed(KEYS[0], JSON.stringify({ minted: KEYS[1] })));
  await until(1);
  observer.take(passed(KEYS[1]));
  await until(2);
  for (let times = 1; times <= 3; times++) {
    breakDown();
    while (times < 3 && starts() === times) await new Promise((resolve) => setImmediate(resolve));
    observer.take(passed());
    if (times < 3) await until(2 + times);
  }
  observer.take(passed());
  const summary = await observer.finish();
  expect(told.map(([, isOver]) => isOver)).toEqual([false, false, true]);
  const lost = told.reduce((sum, [count]) => sum + count, 2);
  expect(summary).toMatchObject({ exchanges: 6, breakdowns: { times: 3, lost }, har: { written: 4, missed: 2 } });
  expect(recording()).toHaveLength(4);
  expect(text()).not.toContain(KEYS[1]);
});

test('takes a key out that only those sent that nobody judged', async () => {
  const { observer, text, neverStart, breakDown, until } = await supervise();
  observer.take(passed(KEYS[0], JSON.stringify(['minted_4711_a', 'minted_4711_b'])));
  await until(1);
  observer.take(passed('minted_4711_a'));
  neverStart();
  breakDown();
  observer.take(passed('minted_4711_b'));
  await observer.finish();
  expect(text()).toContain('key#2');
  expect(text()).not.toContain('minted_4711');
});

test('ends with a summary where no other thread can be started', async () => {
  const { observer, told, neverStart, until, breakDown } = await supervise();
  observer.take(passed());
  await until(1);
  neverStart();
  breakDown();
  observer.take(passed());
  expect(await observer.finish()).toMatchObject({ exchanges: 2, breakdowns: { times: 3, lost: 2 } });
  expect(told).toEqual([
    [1, false],
    [0, false],
    [0, true],
  ]);
});

test('begins anew also where it breaks down at the end', async () => {
  const { observer, breakDown, until } = await supervise();
  observer.take(passed());
  await until(1);
  const finished = observer.finish();
  breakDown();
  expect(await finished).toMatchObject({ exchanges: 1, breakdowns: { times: 1 } });
});

test('takes a key out that only those sent that found no room', async () => {
  const { observer, text, problems, crowd, until } = await supervise();
  observer.take(passed(KEYS[0], JSON.stringify({ minted: KEYS[1] })));
  await until(1);
  expect(text()).toContain(KEYS[1]);
  crowd(true);
  for (let sent = 0; sent < 3; sent++) observer.take(passed(KEYS[1]));
  expect(await observer.finish()).toMatchObject({ exchanges: 4, unjudged: 3, har: { written: 1, missed: 3 } });
  expect(text()).not.toContain(KEYS[1]);
  expect(text()).toContain('key#2');
  expect(problems).toEqual([]);
});

test('keeps a key in mind that found no room before a breakdown', async () => {
  const { observer, text, lines, crowd, breakDown, until } = await supervise();
  observer.take(passed(KEYS[0], JSON.stringify({ minted: KEYS[1] })));
  await until(1);
  crowd(true);
  observer.take(passed(KEYS[1]));
  breakDown();
  crowd(false);
  observer.take(passed(KEYS[0]));
  await observer.finish();
  expect(lines.map(([, key]) => key)).toEqual(['key#1', 'key#1']);
  expect(text()).not.toContain(KEYS[1]);
});
