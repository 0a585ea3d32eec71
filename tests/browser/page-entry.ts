/** What a page of the two-tabs test runs: its own fake, reached through its MSW handlers. */
import { getResponse } from 'msw';
import { createPetstore } from '../../src/index.js';

interface PageResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface PetstorePage {
  list(): Promise<PageResponse>;
  update(petId: number, quantity: number): Promise<PageResponse>;
  /** Creates one more fake in this page and forgets it. */
  makeAnother(): void;
}

declare const location: { readonly origin: string };

const baseUrl = `${location.origin}/v1`;
const { handlers } = createPetstore({ baseUrl, pets: 3 });

const page: PetstorePage = {
  list: () => ask('/inventory'),
  update: (petId, quantity) =>
    ask(`/inventory/${petId}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ quantity }),
    }),
  makeAnother: () => void createPetstore({ baseUrl, pets: 3 }),
};
Object.assign(globalThis, { petstorePage: page });

async function ask(path: string, init: RequestInit = {}): Promise<PageResponse> {
  const request = new Request(`${baseUrl}${path}`, init);
  request.headers.set('Authorization', 'Bearer test_enterprise');
  const response = await getResponse([...handlers], request);
  if (response === undefined) throw new Error(`No handler took ${path}.`);
  return { status: response.status, body: await response.json() };
}
