import { type Exchange, headerOf, misplacedKeys } from '../../exchange/exchange.js';
import { isInt64Text } from '../../spec/exact-number.js';
import { type Operation, operations } from '../../spec/operations.js';
import { matchTemplate, parseTemplate } from '../../spec/path-template.js';

const ARROW = ' → ';

/**
 * Returns what a profile keeps of an exchange: `PATCH /inventory/{petId} without a key → 401`. Nothing of a store is in it: an id is a
 * placeholder, and so is a path that no operation has.
 */
export function exchangeLine(exchange: Exchange, baseUrl: string): string {
  return `${requestLine(exchange, baseUrl)}${ARROW}${exchange.response?.status ?? 'no response'}`;
}

/** Returns the request of such a line: equal for requests to two deployments that differ in nothing but ids and bodies. */
export function requestLine({ request }: Exchange, baseUrl: string): string {
  const { method, url, body } = request;
  const [path = ''] = url.split(/[?#]/, 1);
  const shown = path.startsWith(`${baseUrl}/`) ? placeholderFor(path, baseUrl.length + 1) : undefined;
  const target =
    shown ?? (path.endsWith(operations.sendMessage.path) ? operations.sendMessage.path : 'an unknown path');
  const parts = [
    /^[A-Z]{1,20}$/.test(method) ? method : 'another method,',
    `${target}${url.includes('?') ? '?…' : ''}`,
    keyInWords(request.credential),
    body === undefined || body === '' ? '' : typeInWords(headerOf(request.headers, 'content-type')),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns the parts of a line: the request, and the status in the response to it if there was one. */
export function parseExchangeLine(line: string): { readonly request: string; readonly status: number | null } {
  const end = line.lastIndexOf(ARROW);
  const status = Number(line.slice(end + ARROW.length));
  return { request: line.slice(0, end), status: Number.isInteger(status) ? status : null };
}

function placeholderFor(path: string, start: number): string | undefined {
  for (const operation of Object.values<Operation>(operations)) {
    const found = matchTemplate(parseTemplate(operation.path), path, start);
    if (found === undefined) continue;
    const isMalformed = Object.values(found).some((id) => id === undefined || !isInt64Text(id));
    return isMalformed ? operation.path.replace(/\{.*\}/, '{no id}') : operation.path;
  }
  return undefined;
}

function keyInWords(credential: Exchange['request']['credential']): string {
  switch (credential.kind) {
    case 'none':
      return 'without a key';
    case 'bearer':
      return credential.standing === 'made-up' ? 'with a wrong key' : '';
    case 'misplaced':
      return `with the key ${misplacedKeys[credential.where]}`;
    default:
      return '';
  }
}

function typeInWords(type: string | undefined): string {
  if (type === undefined) return 'without a type';
  return /^application\/json$/i.test(type) ? '' : 'of another type';
}
