import { describe, expect, it } from 'vitest';
import { planRequests } from '../../contract-tests/plan.js';
import { probesByOperation, type Suite, suiteOf } from '../../contract-tests/probes/index.js';
import type { OperationProbes } from '../../contract-tests/probes/probe.js';
import { handle } from '../../mocks/handle.js';
import { petstoreFake } from '../../mocks/operations/index.js';
import type { FakeOperation, FakeService } from '../../mocks/operations/operation.js';
import { completeRequest } from '../../mocks/petstore.js';
import { World } from '../../mocks/world.js';
import { compareProfiles } from '../../src/fidelity/compare/compare-profiles.js';
import { learnProfile } from '../../src/fidelity/learn/learn-profile.js';
import type { JudgedService, OperationRules } from '../../src/judge/rule.js';
import { defineJudge, petstoreJudge } from '../../src/judge/rules/index.js';
import { describeInOpenApi } from '../../src/service/openapi.js';
import { petstoreFrame, petstoreOperations } from '../../src/service/petstore.js';
import { defineService, type OperationEntry } from '../../src/service/service.js';
import { checkService } from '../conformant-service/in-process.js';
import { GOOD_KEY, headerIn, type Service, type ServiceResponse, withHeader } from '../conformant-service/service.js';
import { serveFake } from '../serve-fake.js';
import { nestedUpdate } from './nested-update/one-file-a-wing.js';
import { removePet as fakeRemoval } from './remove-pet/fake.js';
import { removePet as removalProbes } from './remove-pet/probes.js';
import { removePet as removalRules } from './remove-pet/rules.js';
import { removePet as removalEntry } from './remove-pet/service.js';

/** A service with other operations than the document's, as each wing knows it. */
interface Wings {
  readonly fake: FakeService;
  readonly suite: Suite;
  readonly judged: JudgedService;
}

function wingsOf(
  entries: readonly OperationEntry[],
  id: string,
  own: { fake: FakeOperation; probes: OperationProbes; rules: OperationRules },
): Wings {
  const service = defineService(petstoreFrame, entries);
  return {
    fake: { service, operations: { ...petstoreFake.operations, [id]: own.fake } },
    suite: suiteOf(service, { ...probesByOperation, [id]: own.probes }),
    judged: defineJudge(service, { ...petstoreJudge.operations, [id]: own.rules }),
  };
}

const sixth = wingsOf([...petstoreOperations, removalEntry], 'removePet', {
  fake: fakeRemoval,
  probes: removalProbes,
  rules: removalRules,
});

const nested = wingsOf(
  petstoreOperations.map((entry) => (entry.id === 'updateInventory' ? nestedUpdate.entry : entry)),
  'updateInventory',
  nestedUpdate,
);

type Fault = (response: ServiceResponse, request: { method: string; headers: Headers }) => ServiceResponse;
type Headers = Parameters<typeof headerIn>[0];

/** Returns the fake of a service as a deployment, with a fault in what it responds. */
function deployed({ fake }: Wings, fault: Fault = (response) => response): Service {
  const world = new World(
    { baseUrl: 'https://petstore.test/v1', clock: '2026-11-21T12:00:00Z', keys: { [GOOD_KEY]: 'business' }, pets: 12 },
    { fake },
  );
  return {
    messagesBasePath: '/v1',
    latencyMs: 0,
    handle({ method, url, headers, body }, nowMs) {
      world.clock.set(nowMs);
      const { origin, pathname, search } = new URL(url);
      const plain = { method, origin, path: `${pathname}${search}`, headers, ...(body !== undefined && { body }) };
      const { status, headers: sent, body: text = '' } = handle(completeRequest(plain), world);
      return fault({ status, headers: Object.entries(sent), body: text }, { method, headers });
    },
  };
}

async function violationsOf(wings: Wings, fault?: Fault): Promise<string[]> {
  const { suite, judged } = wings;
  const run = { level: 'write', isExclusive: true, seed: 5, suite, judged } as const;
  const { verdicts, left } = await checkService(deployed(wings, fault), run);
  expect(left).toEqual([]);
  return verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
}

describe('a sixth operation, in a file of its own in each wing', () => {
  it('is served, described, journalled, and listed in the control room', async () => {
    const served = await serveFake({ pets: 2, fake: sixth.fake });
    try {
      const statuses = [
        (await served.call('DELETE /inventory/1')).status,
        (await served.call('DELETE /inventory/1')).status,
        (await served.call('DELETE /inventory/2', { key: null })).status,
      ];
      expect(statuses).toEqual([204, 404, 401]);
      for (let sent = 0; sent < 60; sent++) await served.call('DELETE /inventory/9');
      const limited = await served.call('DELETE /inventory/2');
      expect([limited.status, limited.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
      const described = await (await fetch(`${served.origin}/openapi.json`)).json();
      expect(Object.keys(described.paths['/inventory/{petId}'].delete.responses)).toEqual(['204', '401', '404', '429']);
      const { items } = await served.admin.requests.list({ operation: 'removePet' as 'getPet', limit: 3 });
      expect(items.map(({ operation, status }) => `${operation} ${status}`)).toContain('removePet 429');
      const hello = await firstEvent(served.origin, served.address);
      expect(hello.operations).toContainEqual({ id: 'removePet', method: 'DELETE', path: '/inventory/{petId}' });
    } finally {
      await served.close();
    }
  });

  it('is in the description', () => {
    const { paths } = describeInOpenApi(sixth.fake.service, '/v1');
    expect(paths['/inventory/{petId}']?.delete?.responses['204']).not.toHaveProperty('content');
  });

  it('is sent without a key by every form of it, and its own probe with one', () => {
    const options = {
      baseUrl: 'https://petstore.test/v1',
      messagesUrl: undefined,
      plan: 'business',
      reserve: 0.2,
    } as const;
    const rest = { level: 'write', petId: undefined, maxRequests: 400, isExclusive: true } as const;
    const plan = planRequests({ ...options, ...rest }, sixth.suite).filter(({ method }) => method === 'DELETE');
    expect(plan.map(({ probe }) => probe)).toEqual(
      expect.arrayContaining([
        'removePet-with-none',
        'removePet-with-wrong-key',
        'removePet-with-basic',
        'remove-unlisted',
      ]),
    );
    expect(plan.filter(({ url }) => !url.includes('{unlistedId}'))).toEqual([]);
  });

  it('accuses no conformant service', async () => {
    expect(await violationsOf(sixth)).toEqual([]);
  });

  const isKeyed = (headers: Headers) => headerIn(headers, 'authorization') === `Bearer ${GOOD_KEY}`;
  it.each<[string, string, Fault]>([
    [
      'lets it be used without a key',
      'auth/required/removePet',
      (response, { method, headers }) =>
        method === 'DELETE' && headerIn(headers, 'authorization') === undefined
          ? { ...response, status: 204, body: '' }
          : response,
    ],
    [
      'says that it removed a pet that it does not have',
      'removal/unknown-pet',
      (response, { method, headers }) =>
        method === 'DELETE' && isKeyed(headers) ? { ...response, status: 204, body: '' } : response,
    ],
    [
      'leaves the limits out of its responses',
      'limits/headers-present',
      (response, { method }) => (method === 'DELETE' ? withHeader(response, 'X-RateLimit-Limit') : response),
    ],
    [
      'responds to it with a 500',
      'status/documented',
      (response, { method, headers }) =>
        method === 'DELETE' && isKeyed(headers) ? { ...response, status: 500 } : response,
    ],
  ])('catches a service that %s', async (_, rule, fault) => {
    expect(await violationsOf(sixth, fault)).toContain(rule);
  });

  it('is learned and compared', async () => {
    const { suite, judged } = sixth;
    const learn = async (fault?: Fault) => {
      const run = { level: 'write', isExclusive: true, seed: 5, suite, judged } as const;
      const { transcript, evidence, verdicts } = await checkService(deployed(sixth, fault), run);
      const facts = { learnedAtMs: 0, kind: 'run', verdicts, evidence } as const;
      return learnProfile(transcript, evidence.settings, facts);
    };
    const isRemoval: Fault = (response, { method }) =>
      method === 'DELETE' && response.status === 404
        ? { ...response, body: response.body.replace('}', ',"hint":"see the list"}') }
        : response;
    const [left, right] = [await learn(), await learn((response, request) => withLength(isRemoval(response, request)))];
    expect(Object.keys(left.responses)).toEqual(expect.arrayContaining(['removePet 401', 'removePet 404']));
    const { differences } = compareProfiles(
      { name: 'left', profile: left },
      { name: 'right', profile: right },
      [],
      sixth.fake.service,
    );
    expect(differences.map(({ path }) => path)).toContain('response/removePet/404/field/hint');
  });
});

describe('an update with another request, changed in one file a wing', () => {
  it('accuses no conformant service, and restores what it wrote', async () => {
    expect(await violationsOf(nested)).toEqual([]);
  });

  it('catches a service that stores nothing', async () => {
    const forgetful: Wings = {
      ...nested,
      fake: {
        ...nested.fake,
        operations: {
          ...nested.fake.operations,
          updateInventory: {
            carryOut(context) {
              const before = context.world.inventory.snapshot();
              const result = nestedUpdate.fake.carryOut(context);
              context.world.inventory.restore(before);
              return result;
            },
          },
        },
      },
    };
    const { suite, judged } = nested;
    const run = { level: 'write', isExclusive: true, seed: 5, suite, judged } as const;
    const { verdicts } = await checkService(deployed(forgetful), run);
    const violated = verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
    expect(violated).toContain('update/accepted-means-stored');
  });

  it('catches a service that still takes the old request', async () => {
    const lenient: Fault = (response, { method }) =>
      method === 'PATCH' && response.status === 400 ? { ...response, status: 200 } : response;
    expect(await violationsOf(nested, lenient)).toContain('update/rejects/missing');
  });
});

function withLength(response: ServiceResponse): ServiceResponse {
  return withHeader(response, 'Content-Length', String(Buffer.byteLength(response.body)));
}

async function firstEvent(origin: string, address: string) {
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token') ?? '';
  const stop = new AbortController();
  const { body } = await fetch(`${origin}/__admin/events`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('\n\n')) break;
  }
  stop.abort();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
}
