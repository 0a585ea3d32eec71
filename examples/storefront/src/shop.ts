import { type Client, createClient } from './api/client';
import { createKeyRing, type KeyRing } from './api/key-ring';
import { createNotices, type Notices } from './stock/notices';
import { createStock, type Stock } from './stock/stock';

/** Everything behind the page. */
export interface Shop {
  readonly keys: KeyRing;
  readonly client: Client;
  readonly notices: Notices;
  readonly stock: Stock;
}

/** Puts a shop together that talks to the service at `baseUrl`, such as `https://api.example.test/v1`. */
export function createShop(baseUrl: string): Shop {
  const keys = createKeyRing(sessionStorage);
  const client = createClient(baseUrl, keys);
  const notices = createNotices();
  return { keys, client, notices, stock: createStock(client, notices) };
}
