import type { Petstore } from '../petstore.js';
import { findRoute } from '../route.js';
import { parseServiceAddress } from '../service-address.js';

/** Whether an address lies under one of the fake's. They are read anew each time: its behaviour can move the messages. */
export function isServed(
  { origin, pathname }: URL,
  { baseUrl, journal }: Pick<Petstore, 'baseUrl' | 'journal'>,
): boolean {
  const addresses = { base: parseServiceAddress(baseUrl), messages: parseServiceAddress(journal.messagesUrl) };
  return findRoute({ origin, path: pathname }, addresses).isServed;
}
