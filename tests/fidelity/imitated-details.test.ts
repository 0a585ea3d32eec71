// Long: texts, fields and headers of a service's own. No short test has services with such items, errors and headers.
import { expect, it } from 'vitest';
import { groupDifferences } from '../../src/fidelity/compare/comparison.js';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY, type Service } from '../conformant-service/service.js';
import type { Situation, Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';
import { differences, fakeOf, learnFrom } from './learning.js';

/** Has unusual texts; those with a changing number cannot be learned. */
const withTexts: Traits = {
  ...plainDeployment,
  error: (situation, status, call) => ({
    code: plainDeployment.error(situation, status, call).code,
    message: texts[situation] ?? `Request ${call.count + 4_000} was rejected.`,
  }),
};
const texts: { readonly [At in Situation]?: string } = {
  'key missing': 'Send a key.',
  'body malformed': 'Send JSON.',
  'body empty': 'Send JSON.',
};

const AT_MS = Date.UTC(2026, 10, 21, 14);

it('never imitates the text of another situation', async () => {
  const { profile } = await learnFrom(createService(withTexts));
  expect(profile.questions['error-messages']?.choice).toEqual({
    'key-missing': 'Send a key.',
    'key-empty': 'Send a key.',
    'body-malformed': 'Send JSON.',
    'body-empty': 'Send JSON.',
  });
  const fake = fakeOf(profile);
  const messageTo = (key: string, body: string) => {
    const headers = [['Authorization', `Bearer ${key}`] as const, ['Content-Type', 'application/json'] as const];
    const request = { method: 'PATCH', url: 'https://petstore.test/v1/inventory/1', headers, body };
    return JSON.parse(String(fake.handle(request, AT_MS).body)).message;
  };
  expect(messageTo(GOOD_KEY, '{')).toBe('Send JSON.');
  expect(messageTo(GOOD_KEY, '{}')).toMatch(/quantity/);
  expect(messageTo('wrong', '{}')).not.toBe('Send a key.');
  expect(differences(profile, (await learnFrom(fakeOf(profile))).profile)).toEqual([]);
});

const stock = plainDeployment.stock.filter(({ petId }) => petId < 1_000n);
const level = 'write';

interface Item {
  readonly petId: number;
  readonly [field: string]: unknown;
}

/** A deployment with changed items, both in the list and in the responses to updates. */
function withItems(change: (item: Item) => object): Service {
  const service = createService({ ...plainDeployment, stock });
  return {
    ...service,
    handle(request, nowMs) {
      const response = service.handle(request, nowMs);
      const isOfStock = new URL(request.url).pathname.startsWith('/v1/inventory') && response.status === 200;
      if (!isOfStock || response.body === '') return response;
      const body = JSON.parse(String(response.body));
      return { ...response, body: JSON.stringify(Array.isArray(body) ? body.map(change) : change(body)) };
    },
  };
}

/** Some pets are on a shelf; the seed draws the one that a run updates. */
const shelved = (isShelved: (petId: number) => boolean) =>
  withItems((item) => (isShelved(item.petId) ? { ...item, shelf: 'A', row: 7 } : { ...item, row: null }));

it('treats the pet that a run updates as one of the list', async () => {
  const isOdd = (petId: number) => petId % 2 === 1;
  const { profile, problems } = await learnFrom(shelved(isOdd), { level });
  expect(problems).toEqual([]);
  const other = await learnFrom(
    shelved((petId) => !isOdd(petId)),
    { level },
  );
  expect(differences(profile, other.profile)).toEqual([]);
  expect(differences(profile, (await learnFrom(fakeOf(profile), { level })).profile)).toEqual([]);
});

it('reports a field of all items once', async () => {
  const [before, now] = await Promise.all(
    ['A', 1].map((shelf) =>
      learnFrom(
        withItems((item) => ({ ...item, shelf })),
        { level },
      ),
    ),
  );
  const found = before && now ? differences(before.profile, now.profile) : [];
  expect(found.map(({ path }) => path)).toEqual(['response/listInventory/200/field/items/shelf']);
});

it('reports that the pets of the list are no longer found', async () => {
  const { profile } = await learnFrom(createService(plainDeployment), { level: 'read' });
  const elsewhere = createService(plainDeployment);
  const gone: Service = {
    ...elsewhere,
    handle: (request, nowMs) =>
      elsewhere.handle({ ...request, url: request.url.replace(/\/pets\/\d+$/, '/pets/123456') }, nowMs),
  };
  const found = differences(profile, (await learnFrom(gone, { level: 'read' })).profile);
  expect(found).toMatchObject([{ path: 'response/getPet/200/found', left: 'found', right: '404 for every listed id' }]);
});

it.each<[string, Partial<Traits>]>([
  ['header', {}],
  ['field', { error: (...args) => ({ ...plainDeployment.error(...args), hint: 'read the docs' }) }],
])('shows a %s that errors have now once', async (kind, traits) => {
  const changed = createService(
    { ...plainDeployment, ...traits },
    kind === 'field'
      ? {}
      : {
          finish: (finish) => (call, response) => {
            const { status, headers, ...rest } = finish(call, response);
            return { ...rest, status, headers: status < 400 ? headers : [...headers, ['X-Problem', 'see-docs']] };
          },
        },
  );
  const [before, after] = [
    await learnFrom(createService(plainDeployment), { level }),
    await learnFrom(changed, { level }),
  ];
  expect(after.problems).toEqual([]);
  const groups = groupDifferences(differences(before.profile, after.profile));
  expect(groups.map(({ path }) => path)).toEqual([
    kind === 'field' ? 'response/*/*/field/hint' : 'response/*/*/header/x-problem',
  ]);
  expect(groups[0]?.others.length).toBeGreaterThan(2);
});
