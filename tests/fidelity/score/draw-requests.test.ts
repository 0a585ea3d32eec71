import { expect, it } from 'vitest';
import { isDue } from '../../../contract-tests/plan.js';
import { petstoreSuite } from '../../../contract-tests/probes/index.js';
import { learningProbes } from '../../../contract-tests/probes/learning/learning.js';
import type { Probe } from '../../../contract-tests/probes/probe.js';
import { operationIds } from '../../../src/service/petstore.js';
import { type DrawOptions, drawRequests } from './draw-requests.js';

const options: DrawOptions = { level: 'exhaust', hasMessages: true, count: 500, seed: 3 };

it('draws the same requests for the same seed, and others for another one', async () => {
  expect(await drawRequests(options)).toEqual(await drawRequests(options));
  expect(await drawRequests({ ...options, seed: 4 })).not.toEqual(await drawRequests(options));
});

it('draws none, one and two faults for every operation', async () => {
  const { within } = await drawRequests(options);
  const seen = new Set(within.map(({ operation, faults }) => `${operation} ${faults.length}`));
  for (const operation of operationIds) expect([...seen]).toContain(`${operation} 0`);
  for (const operation of [...operationIds, 'other']) expect([...seen]).toContain(`${operation} 1`);
  for (const operation of ['updateInventory', 'sendMessage', 'getPet', 'other'])
    expect([...seen]).toContain(`${operation} 2`);
});

it('draws nothing that could write at level read, and nothing beyond the limit below exhaust', async () => {
  const { within, beyond } = await drawRequests({ ...options, level: 'read' });
  const methods = new Set(within.map(({ probe }) => probe.method));
  expect([...methods].sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT', 'SEARCH']);
  expect(beyond).toEqual([]);
});

it('draws no message unless it may send some', async () => {
  const { within } = await drawRequests({ ...options, hasMessages: false });
  expect(within.filter(({ probe }) => probe.method === 'POST')).toEqual([]);
});

const learnedWith = { ...options, messagesUrl: 'https://petstore.test', isExclusive: true, isLearning: true };
const choice = {
  ...learnedWith,
  plan: undefined,
  maxRequests: undefined,
  petId: undefined,
  baseUrl: 'https://petstore.test',
  reserve: 0.2,
} as const;
const probesOfLearning = [...petstoreSuite.probes, ...learningProbes].filter((probe) => isDue(probe, choice));

const textOf = ({ method, path, body = '', contentType = '', credential }: Probe) =>
  [method, path, body, contentType, credential].join(' ');

it('draws no request that learning sends', async () => {
  const { within } = await drawRequests({ ...options, count: 2_000 });
  const whole = (probe: Probe) => `${textOf(probe)} ${JSON.stringify(probe.headers ?? [])}`;
  const sent = new Set(probesOfLearning.map(whole));
  expect(within.filter(({ probe }) => sent.has(whole(probe)))).toEqual([]);
});

it('draws hardly a body, or a request with two faults, that learning sends with other headers', async () => {
  const { within } = await drawRequests({ ...options, count: 2_000 });
  const sent = new Set(probesOfLearning.map(textOf));
  const bare = (probe: Probe) => textOf({ ...probe, path: probe.path.replace(/\?.*/, '') });
  const own = within.filter(({ faults }) => faults.includes('body') || faults.length === 2);
  const shared = own.filter(({ probe }) => sent.has(bare(probe)));
  expect(shared.length / own.length).toBeLessThan(0.05);
});

it('writes only where a documented operation does, and to no pet but the one that is restored', async () => {
  const { within } = await drawRequests({ ...options, count: 2_000 });
  const writes = within.filter(({ probe: { method } }) => method === 'PATCH' || method === 'POST');
  const targets = new Set(writes.map(({ probe: { method, path } }) => `${method} ${path.replace(/\?.*/, '')}`));
  const unsafe = [...targets].filter((target) => !/^(?:POST \/messages|PATCH \/inventory\/[^/]+)$/.test(target));
  expect(unsafe).toEqual([]);
  // A lenient service reads the digits of 7.5 as a pet. Those beyond int64 are nobody's.
  const literal = [...targets].filter((target) =>
    /\d/.test(target.replace(/\{\w+\}\S*|%\w\w|0(?:x)?\{|-?922337203685477580\d/g, '')),
  );
  expect(literal).toEqual([]);
});
