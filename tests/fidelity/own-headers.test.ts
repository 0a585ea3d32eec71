// Long: headers of a deployment are imitated, and those that change are renewed.
import { expect, it } from 'vitest';
import { parseRateLimitFields } from '../../src/service/rate-limit-fields.js';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY, type Headers, type Service } from '../conformant-service/service.js';
import { plainDeployment } from './deployments.js';
import { differences, fakeOf, learnFrom } from './learning.js';

/** A deployment with more headers, which may depend on the status. */
function withHeaders(headersOf: (status: number) => Headers, traits = plainDeployment): Service {
  const service = createService(traits);
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

it('reports that a constant text has begun to change', async () => {
  let responses = 0;
  const { profile } = await learnFrom(withHeaders(() => [['X-Tier', 'GOLD']]));
  const now = await learnFrom(withHeaders(() => [['X-Tier', responses++ % 2 === 0 ? 'GOLD' : 'SILVER']]));
  const found = inClasses(profile, now.profile);
  expect(found).toContainEqual(['response/*/2xx/header/x-tier', 'GOLD', 'a changing text']);
  expect(found.filter(([path = '']) => !path.endsWith('/header/x-tier'))).toEqual([]);
});

it('imitates the fields of the IETF draft by their structure, with its own numbers', async () => {
  const names = ['permin', 'perday'] as const;
  const service = () =>
    createService({ ...plainDeployment, ietfFields: { policies: 'all', limits: 'described', names } });
  const { profile } = await learnFrom(service(), { level: 'read' });
  const places = Object.values(profile.responses).flatMap(({ headers, headersAtTimes = [] }) => [
    ...headers.map(({ name }) => name),
    ...headersAtTimes,
  ]);
  expect(places.filter((name) => /ratelimit/i.test(name))).toEqual([]);
  const fieldsOf = (one: Service) => {
    const headers = [['Authorization', `Bearer ${GOOD_KEY}`]] as Headers;
    const asked = { method: 'GET', url: 'https://petstore.test/v1/inventory', headers, body: undefined };
    const responses = [0, 1].map((turn) => one.handle(asked, Date.UTC(2026, 10, 21, 14) + turn * 7_500));
    return responses.map((response) => parseRateLimitFields(new Headers(response.headers as [string, string][])));
  };
  const [first, second] = fieldsOf(service());
  expect(second?.limits).toEqual([{ name: 'permin', remaining: 58, secondsLeft: 53 }]);
  expect(fieldsOf(fakeOf(profile))).toEqual([first, second]);
});

it('imitates fields that contradict the three headers without the contradiction', async () => {
  const service = withHeaders(() => [
    ['RateLimit-Policy', '"default";q=100;w=60'],
    ['RateLimit', '"default";r=99;t=60'],
    ['RateLimit-Limit', '100'],
  ]);
  const { profile, problems } = await learnFrom(service, { level: 'read' });
  expect(problems).toEqual([]);
  expect(profile.questions['rate-limit-fields']).toMatchObject({
    choice: { 'RateLimit-Policy': 'described-window', RateLimit: 'described-window', minute: 'default' },
  });
  expect(JSON.stringify(profile.responses)).not.toMatch(/ratelimit/i);
  const fake = await learnFrom(fakeOf(profile), { level: 'read' });
  expect(differences(profile, fake.profile)).toEqual([]);
});
