import { expect, it } from 'vitest';
import { createService } from '../conformant-service/create-service.js';
import type { Service } from '../conformant-service/service.js';
import { plainDeployment } from './deployments.js';
import { differences, fakeOf, learnFrom } from './learning.js';

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

it('treats the pet that a run updates as one of the list', { timeout: 60_000 }, async () => {
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

it('reports a field of all items once', { timeout: 60_000 }, async () => {
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

it('reports that the pets of the list are no longer found', { timeout: 60_000 }, async () => {
  const { profile } = await learnFrom(createService(plainDeployment), { level: 'read' });
  const elsewhere = createService(plainDeployment);
  const gone: Service = {
    ...elsewhere,
    handle: (request, nowMs) =>
      elsewhere.handle({ ...request, url: request.url.replace(/\/pets\/\d+$/, '/pets/123456') }, nowMs),
  };
  const found = differences(profile, (await learnFrom(gone, { level: 'read' })).profile);
  expect(found).toMatchObject([
    { path: 'response/getPet/200/found', left: 'the pet', right: '404 for every listed pet' },
  ]);
});
