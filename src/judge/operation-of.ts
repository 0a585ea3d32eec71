import type { Exchange } from '../exchange/exchange.js';
import type { RunFacts } from '../exchange/transcript.js';
import { parseUrl } from '../json/parse-url.js';
import { matchTemplate, parseTemplate } from '../service/path-template.js';
import { hasPetId, type OperationId, operations } from '../service/petstore.js';

export type Addresses = Pick<RunFacts, 'baseUrl' | 'messagesUrl'>;

/** What a request asks for, as its method and path show it. */
export interface Destination {
  /** The documented operation; undefined for any other method or path. */
  readonly operation: OperationId | undefined;
  /** The last segment of the path, decoded, where the operation has a `{petId}`; not necessarily an integer. */
  readonly petId: string | undefined;
  /**
   * What a service may read as the id, `petId` first. There are several if it is spelled unusually: how a path may be spelled is open.
   */
  readonly petIds: readonly string[];
  /** Everything in the path except the id is spelled as in the document. */
  readonly isUsualPath: boolean;
}

/** Returns the documented operation that a request asks for; undefined for any other method or path. */
export function operationOf(
  { method, url }: Pick<Exchange['request'], 'method' | 'url'>,
  addresses: Addresses,
): OperationId | undefined {
  const place = findPlace(url, addresses);
  return place && findOperation(method, place).operation;
}

/** Where a request goes below the addresses of the service. */
interface Place {
  readonly segments: readonly string[];
  /** The URL has dot segments or backslashes, which the segments lack: a service may see either. */
  readonly isNormalised: boolean;
  readonly isMessages: boolean;
}

/** Returns where a URL lies below the addresses; undefined if it lies elsewhere. The messages URL comes first: it may equal the base URL or lie below it. */
export function findPlace(url: string, { baseUrl, messagesUrl }: Addresses): Place | undefined {
  const address = addressOf(url);
  const below = (base: string) => {
    const start = `${addressOf(base)?.replace(/\/$/, '')}/`;
    return address?.startsWith(start) ? address.slice(start.length).split('/') : undefined;
  };
  const messages = messagesUrl === undefined ? undefined : below(messagesUrl);
  const isNormalised = /^[^?#]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i.test(url);
  if (messages?.length === 1 && messages[0] === 'messages')
    return { segments: messages, isMessages: true, isNormalised };
  const segments = below(baseUrl);
  return segments && { segments, isMessages: false, isNormalised };
}

/** Origin and path; undefined where a recording holds no URL. */
function addressOf(url: string): string | undefined {
  const parsed = parseUrl(url);
  return parsed && `${parsed.origin}${parsed.pathname}`;
}

const templates = Object.values(operations).map((operation) => ({
  operation,
  template: parseTemplate(operation.path),
}));

/** Returns what a request asks for. */
export function findOperation(method: string, { segments, isMessages, isNormalised }: Place): Destination {
  for (const { operation, template } of templates) {
    if (operation.method !== method || (operation.address === 'messages') !== isMessages) continue;
    const parameters = matchTemplate(template, segments.join('/'));
    if (parameters === undefined) continue;
    const isLiteral = template.segments.every((one, index) => one.startsWith('{') || one === segments[index]);
    const petIds = hasPetId(operation) ? idsIn(segments.at(-1) ?? '', parameters.petId) : [];
    return {
      operation: operation.id as OperationId,
      petId: petIds[0],
      petIds,
      isUsualPath: isLiteral && !isNormalised,
    };
  }
  const isUsualPath = !isNormalised && segments.every((segment) => UNRESERVED.test(segment));
  return { operation: undefined, petId: undefined, petIds: [], isUsualPath };
}

/** The characters that RFC 3986 §2.3 leaves unreserved: no service reads them in another way. */
const UNRESERVED = /^[\w.~-]*$/;

/**
 * Returns what a service may read as the id in a segment: decoded, as it was sent, or without a format (`7.json`). What is encoded
 * twice, or has a separator or a NUL in it, may leave anything.
 */
function idsIn(segment: string, decoded = segment): string[] {
  const ids = new Set([decoded, segment]);
  for (const id of ids) ids.add(id.replace(/\.[a-z]+$/i, ''));
  return /[%;/\\\0]/.test(decoded) ? [...ids, ''] : [...ids];
}
