import { InputError } from '../../src/json/input-error.js';
import { fillTemplate, isServedAt } from '../../src/service/path-template.js';
import { petstore } from '../../src/service/petstore.js';
import { parseServiceAddress } from '../world-options.js';

const endings = Object.values(petstore.operations).map(({ address, method, path }) => ({
  address,
  method,
  pattern: new RegExp(`${fillTemplate(path, () => '[^/]+')}$`),
}));

/**
 * Returns an error for a request that looks like an operation (§4) but went to another address than the fake's: a `baseUrl`
 * is missing or wrong. Returns undefined for any other request. `option` is the option that contains `baseUrl`, `orElse` ends
 * the remedy, in case another service was meant. Quotes no query, which may contain keys.
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
    `A request for ${origin}${pathname} did not reach the fake`,
    `the fake is at ${homes.join(' and ')}`,
    `Correct the URL in the code, or pass ${option}{ baseUrl: '${meant}' }${forMessages}${orElse}.`,
  );
}

/** Returns whether an address is below one of the fake's, which are read each time: the behaviour can move the messages. */
export function isServed(
  { origin, pathname }: URL,
  { baseUrl, journal }: { readonly baseUrl: string; readonly journal?: { readonly messagesUrl: string } },
): boolean {
  const base = parseServiceAddress(baseUrl);
  const addresses = { base, messages: journal === undefined ? base : parseServiceAddress(journal.messagesUrl) };
  return isServedAt(addresses, { origin, path: pathname });
}
