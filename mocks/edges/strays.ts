import { operations } from '../../src/spec/operations.js';
import { fillTemplate } from '../../src/spec/path-template.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import type { Petstore } from '../petstore.js';
import { findRoute, parseServiceAddress } from '../route.js';

const endings = Object.values(operations).map(({ address, method, path }) => ({
  address,
  method,
  pattern: new RegExp(`${fillTemplate(path, () => '[^/]+')}$`),
}));

/**
 * Returns what to tell about a request that looks like one of the service's operations (§4) and went to another address than
 * the fake's: a `baseUrl` was forgotten or mistyped. `option` is what `baseUrl` is passed in, `orElse` ends the remedy, for those
 * who meant another service. Answers undefined for any other request. Quotes no query: keys hide there.
 */
export function findStray(
  { method, url }: Pick<Request, 'method' | 'url'>,
  homes: readonly string[],
  { option = '', orElse = '' }: { readonly option?: string; readonly orElse?: string } = {},
): InputError | undefined {
  const { origin, pathname, protocol } = new URL(url);
  const ending = endings.find((candidate) => candidate.method === method && candidate.pattern.test(pathname));
  if (ending === undefined || !protocol.startsWith('http')) return undefined;
  const meant = `${origin}${pathname.replace(ending.pattern, '')}`;
  const forMessages = ending.address === 'messages' ? ` or { behaviour: { 'messages-base-url': '${meant}' } }` : '';
  return new InputError(
    `A request for ${origin}${pathname} was not answered by the fake`,
    `it lives at ${homes.join(' and ')}`,
    `Pass ${option}{ baseUrl: '${meant}' }${forMessages}${orElse}.`,
  );
}

/** Whether an address lies under one of the fake's. They are read anew each time: its behaviour can move the messages. */
export function isServed(
  { origin, pathname }: URL,
  { baseUrl, journal }: Pick<Petstore, 'baseUrl' | 'journal'>,
): boolean {
  const addresses = { base: parseServiceAddress(baseUrl), messages: parseServiceAddress(journal.messagesUrl) };
  return findRoute({ origin, path: pathname }, addresses).isServed;
}
