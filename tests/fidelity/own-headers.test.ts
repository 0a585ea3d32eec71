import { expect, it } from 'vitest';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY, type Headers, type Service } from '../conformant-service/service.js';
import { plainDeployment } from './deployments.js';
import { differences, fakeOf, learnFrom } from './learning.js';

/** A deployment with headers of its own, which may be other ones for each status. */
function answering(headersOf: (status: number) => Headers, traits = plainDeployment): Service {
  const service = createService({ ...traits, cacheControl: undefined });
  return {
    ...service,
    handle(request, nowMs) {
      const response = service.handle(request, nowMs);
      return { ...response, headers: [...response.headers, ...headersOf(response.status)] };
    },
  };
}

// Every difference once for each class of statuses.
function inClasses(...[left, right]: Parameters<typeof differences>): string[][] {
  const all = differences(left, right).map((one) => [
    one.path.replace(/^response\/\w+\/(\d)\d\d\//, 'response/*/$1xx/'),
    one.left,
    one.right,
  ]);
  return [...new Map(all.map((each) => [each.join(), each])).values()].sort();
}

const caching =
  (value: string, ofErrors: Headers = []) =>
  (status: number) =>
    status < 300 ? [['Cache-Control', value] as const] : ofErrors;

it('learns how long each kind of answer may be kept, and imitates it', async () => {
  const { profile } = await learnFrom(answering(caching('private, max-age=0')));
  expect(profile.questions['cache-control']).toMatchObject({
    origin: 'default',
    note: expect.stringMatching(/headers/),
  });
  const fake = await learnFrom(fakeOf(profile));
  expect(fake.problems).toEqual([]);
  expect(differences(profile, fake.profile)).toEqual([]);
  expect(differences(profile, (await learnFrom(answering(caching('private, max-age=0')))).profile)).toEqual([]);
});

it.each<[string, (status: number) => Headers, string[][]]>([
  [
    'successes',
    caching('public, max-age=3600'),
    [['response/*/2xx/header/cache-control', 'private', 'public, max-age=3600']],
  ],
  [
    'errors',
    caching('private', [['Cache-Control', 'no-store']]),
    [['response/*/4xx/header/cache-control', 'not there', 'no-store']],
  ],
])('tells that all %s may be kept otherwise', async (_, changed, told) => {
  const before = await learnFrom(answering(caching('private')), { level: 'read' });
  const now = await learnFrom(answering(changed), { level: 'read' });
  expect(inClasses(before.profile, now.profile)).toEqual(told);
});

it('tells that all answers have come to say the same, where each kind said its own', async () => {
  const before = await learnFrom(answering(caching('private')), { level: 'read' });
  const now = await learnFrom(
    answering(() => [['Cache-Control', 'private']]),
    { level: 'read' },
  );
  expect(inClasses(before.profile, now.profile).map(([path]) => path)).toEqual(['response/*/4xx/header/cache-control']);
});

const guarded = (more: Readonly<Record<string, string>> = {}) => {
  const headers = Object.entries({ Vary: 'Origin', Pragma: 'no-cache', Expires: '0', 'X-Tier': 'GOLD', ...more });
  return answering((status) => (status === 429 ? [] : headers));
};

it.each([
  ['Vary', 'Cookie'],
  ['Expires', '-1'],
])('tells another %s: %j', async (name, value) => {
  const before = await learnFrom(guarded(), { level: 'read' });
  const now = await learnFrom(guarded({ [name]: value }), { level: 'read' });
  const told = inClasses(before.profile, now.profile).map(([path]) => path);
  expect(told).toEqual(['2xx', '4xx'].map((status) => `response/*/${status}/header/${name.toLowerCase()}`));
  expect(differences(before.profile, (await learnFrom(fakeOf(before.profile), { level: 'read' })).profile)).toEqual([]);
});

it('tells that a text which never changed has begun to, though the text is not kept', async () => {
  let responses = 0;
  const { profile } = await learnFrom(answering(() => [['X-Tier', 'GOLD']]));
  const now = await learnFrom(answering(() => [['X-Tier', responses++ % 2 === 0 ? 'GOLD' : 'SILVER']]));
  const told = inClasses(profile, now.profile);
  expect(told).toContainEqual(['response/*/2xx/header/x-tier', 'always the same text', 'a changing text']);
  expect(told.filter(([path = '']) => !path.endsWith('/header/x-tier'))).toEqual([]);
  expect(JSON.stringify(profile)).not.toContain('GOLD');
});

it('says where a new message lies as the deployment does', async () => {
  const located = (start: string) => {
    const service = createService({ ...plainDeployment, messageStatus: 201 });
    return {
      ...service,
      handle: (...asked: Parameters<Service['handle']>) => {
        const response = service.handle(...asked);
        if (response.status !== 201) return response;
        const { id } = JSON.parse(String(response.body));
        return { ...response, headers: [...response.headers, ['Location', `${start}/${id}`] as const] };
      },
    };
  };
  const { profile } = await learnFrom(located('/v1/messages'));
  const fake = await learnFrom(fakeOf(profile));
  expect(fake.profile.responses['sendMessage 201']?.headers).toContainEqual({
    name: 'Location',
    kind: 'template',
    value: '{path}/{id}',
  });
  expect(differences(profile, fake.profile)).toEqual([]);
  const moved = await learnFrom(located('/v1/outbox'));
  expect(differences(profile, moved.profile).map(({ path, left, right }) => [path, left, right])).toEqual([
    ['response/sendMessage/201/header/location', '{path}/{id}', '/v1/outbox/{id}'],
  ]);
});

it('writes what follows from the moment or the request anew in each error', async () => {
  let errors = 0;
  const service = createService({
    ...plainDeployment,
    error: (situation, status, told) => ({
      ...plainDeployment.error(situation, status, told),
      traceId: (0x9e3779b97f4a7 * ++errors).toString(16).padStart(16, '0').slice(-16),
    }),
  });
  const { profile } = await learnFrom(service);
  const fake = fakeOf(profile);
  const request = {
    method: 'GET',
    url: 'https://petstore.test/v1/pets/404',
    headers: [['Authorization', `Bearer ${GOOD_KEY}`]] as Headers,
    body: undefined,
  };
  const ids = [1, 2, 3].map(() => JSON.parse(String(fake.handle(request, Date.UTC(2026, 10, 21, 14)).body)).traceId);
  expect(new Set(ids).size).toBe(3);
  expect(ids.join('')).toMatch(/^[0-9a-f]{48}$/);
  expect(differences(profile, (await learnFrom(fakeOf(profile))).profile)).toEqual([]);
});
