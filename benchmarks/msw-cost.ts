/**
 * Times the list out of the product's MSW handlers against a handler that holds the finished response, both through
 * MSW's own `getResponse`, in turn. Runs in its own process and sends the results.
 */
import { getResponse, HttpResponse, http, type RequestHandler } from 'msw';
import { createPetstore } from '../src/index.js';
import type { MswFigures } from './command-comparisons.js';
import { benchmarkKey } from './product.js';

const BASE_URL = 'http://petstore.test/v1';
const BATCH = 500;
const WARM_UP_BATCHES = 20;

const batches = Number(process.argv[2]);
const limit = 1_000_000_000;
const petstore = createPetstore({
  baseUrl: BASE_URL,
  pets: 100,
  behaviour: { 'enterprise-limits': { perMinute: limit, perDay: limit } },
});
const staticHandlers = [await staticHandler(petstore.handlers)];

for (let batch = 0; batch < WARM_UP_BATCHES; batch += 1) {
  await timeBatch(petstore.handlers);
  await timeBatch(staticHandlers);
}
const product: number[] = [];
const fixed: number[] = [];
for (let batch = 0; batch < batches; batch += 1) {
  product.push(await timeBatch(petstore.handlers));
  fixed.push(await timeBatch(staticHandlers));
}
const figures: MswFigures = { productMicroseconds: product, staticMicroseconds: fixed };
process.send?.(figures);

/** Microseconds for one response. The requests are created before the time is taken: they cost both the same. */
async function timeBatch(handlers: readonly RequestHandler[]): Promise<number> {
  const requests = Array.from({ length: BATCH }, listRequest);
  const given = [...handlers];
  const startMs = performance.now();
  for (const request of requests) {
    const response = await getResponse(given, request);
    if (response?.status !== 200) throw new Error(`A handler returned ${response?.status}, not 200.`);
  }
  return ((performance.now() - startMs) / BATCH) * 1000;
}

async function staticHandler(handlers: readonly RequestHandler[]): Promise<RequestHandler> {
  const response = await getResponse([...handlers], listRequest());
  if (response === undefined) throw new Error('The product left the list to others.');
  const body = await response.text();
  const headers = Object.fromEntries(response.headers);
  return http.get(`${BASE_URL}/inventory`, () => new HttpResponse(body, { headers }));
}

function listRequest(): Request {
  return new Request(`${BASE_URL}/inventory`, { headers: { Authorization: `Bearer ${benchmarkKey}` } });
}
