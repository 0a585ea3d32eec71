import { setupPetstoreWorker } from 'petstore-mock/browser';
import type { ReactNode } from 'react';
import type { Shop } from '../shop';
import { KNOWN_KEY, TryStrip } from './try-strip';

/** Lets a fake answer this page, gives the user a key that it knows, and answers a strip to steer it by. */
export async function startFake(baseUrl: string, shop: Shop): Promise<ReactNode> {
  const petstore = setupPetstoreWorker({ baseUrl, pets: 24 });
  await petstore.start();
  shop.keys.give(KNOWN_KEY);
  return <TryStrip petstore={petstore} shop={shop} />;
}
