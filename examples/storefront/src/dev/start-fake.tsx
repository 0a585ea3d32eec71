import { setupPetstoreWorker } from 'petstore-mock/browser';
import type { ReactNode } from 'react';
import type { Shop } from '../shop';
import { situations, TryStrip } from './try-strip';

/**
 * Lets a fake answer this page, and gives the user a key that it knows. The address names the situation to bring about once
 * the stock is there, as in `?try=rate-limited`. Answers a strip that leads to them.
 */
export async function startFake(baseUrl: string, shop: Shop): Promise<ReactNode> {
  const petstore = setupPetstoreWorker({ baseUrl, pets: 36 });
  await petstore.start();
  shop.keys.give('test_free');

  const asked = new URLSearchParams(location.search).get('try');
  const situation = situations.find((name) => name === asked);
  if (situation === undefined) return <TryStrip />;

  await shop.stock.load();
  petstore.scenario(situation);
  void shop.stock.load();
  return <TryStrip situation={situation} freshKey={situation === 'key-revoked' ? petstore.keys.mint() : undefined} />;
}
