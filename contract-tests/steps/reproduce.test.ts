import { expect, it } from 'vitest';
import type { Verdict } from '../../src/judge/judge.js';
import type { Finding } from '../../src/judge/rule.js';
import { bodyRules } from '../../src/judge/rules/bodies.js';
import { petstoreSuite } from '../probes/index.js';
import { startSession } from '../run-suite.js';
import { dependenciesOf, options, testService } from '../service-for-tests.js';
import { createListingReader } from '../stock/stock.js';
import { reproduce } from './reproduce.js';

const [rule] = bodyRules;

/** A session in which the list was read, a PATCH was sent, and the list was read again. */
async function started(perMinute = 60) {
  const service = testService({ perMinute });
  const session = startSession(options, dependenciesOf(service));
  const probeOf = (name: string) => petstoreSuite.probes.find((probe) => probe.name === name) ?? expect.fail(name);
  const first = await session.send(probeOf('list-after-rejections'));
  const listing = first && createListingReader()(first);
  session.stock.use(listing ?? [], listing?.[0]);
  await session.send(probeOf('update'));
  await session.send(probeOf('list-after-update-again'));
  return { service, session, names: () => session.history.exchanges.slice(3).map(({ probe }) => probe) };
}

function doubt(exchange: number, related: readonly number[] = [], mayPass?: true): Verdict[] {
  const finding: Finding = {
    exchange,
    related,
    problem: 'the quantity is another',
    expected: '1',
    received: '2',
    pointer: undefined,
    statement: undefined,
    isExplainable: true,
    mayPass,
  };
  if (rule === undefined) return [];
  const write = { ...rule, class: 'write' } as const;
  return [
    { rule: write, outcome: 'inconclusive', findings: [], unconfirmed: [finding], reason: undefined, exchanges: [] },
  ];
}

it('sends nothing if no finding is doubtful', async () => {
  const { session, names } = await started();
  await reproduce(session, async () => []);
  expect(names()).toEqual([]);
});

it('repeats the probes of a doubtful finding four times and restores the stock', async () => {
  const { session, service, names } = await started();
  await reproduce(session, async () => doubt(3, [2]));
  const round = ['update', 'list-after-update-again', 'restore', 'restored'];
  expect(names()).toEqual([...round, ...round, ...round, ...round]);
  expect(service.stock()).toEqual(testService().stock());
});

it('waits before it repeats what failed: an outage may pass', async () => {
  const { session, names } = await started();
  await reproduce(session, async () => doubt(1, [], true));
  const again = session.history.exchanges.filter(({ probe }) => probe === 'list-after-rejections');
  expect(names().filter((name) => name === 'list-after-rejections')).toHaveLength(4);
  const starts = again.map(({ startedMs }) => startedMs);
  expect((starts[1] ?? 0) - (session.history.exchanges[2]?.endedMs ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBeGreaterThanOrEqual(1_000);
});

it('repeats the writes before a list, too, even if a finding does not cite them', async () => {
  const { session, names } = await started();
  await reproduce(session, async () => doubt(3));
  expect(names()).toContain('update');
});

it('ends as soon as the finding is certain', async () => {
  const { session, names } = await started();
  const responses = [doubt(3, [2]), []];
  await reproduce(session, async () => responses.shift() ?? []);
  expect(names()).toEqual(['update', 'list-after-update-again', 'restore', 'restored']);
});
