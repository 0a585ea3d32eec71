import type { Exchange } from '../exchange/exchange.js';
import type { RunFacts } from '../exchange/transcript.js';
import { hasPetId, type OperationId, operations } from '../spec/operations.js';
import { parseUrl } from '../spec/parse-url.js';
import { matchTemplate, parseTemplate } from '../spec/path-template.js';

export type Addresses = Pick<RunFacts, 'baseUrl' | 'messagesUrl'>;

/** Returns the documented operation that a request asks for; undefined for any other method or path. */
export function operationOf(
  { method, url }: Pick<Exchange['request'], 'method' | 'url'>,
  addresses: Addresses,
): OperationId | undefined {
  const place = findPlace(url, addresses);
  return place && findOperation(method, place).operation;
}

interface Place {
  readonly segments: readonly string[];
  readonly isMessages: boolean;
}

/** Where a URL lies below the addresses. The messages URL comes first: it may equal the base URL or lie below it. */
export function findPlace(url: string, { baseUrl, messagesUrl }: Addresses): Place | undefined {
  const address = addressOf(url);
  const below = (base: string) => {
    const start = `${addressOf(base)?.replace(/\/$/, '')}/`;
    return address?.startsWith(start) ? address.slice(start.length).split('/') : undefined;
  };
  const messages = messagesUrl === undefined ? undefined : below(messagesUrl);
  if (messages?.length === 1 && messages[0] === 'messages') return { segments: messages, isMessages: true };
  const segments = below(baseUrl);
  return segments && { segments, isMessages: false };
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

interface AskedFor {
  /** Undefined for any method or path that is not in the document. */
  readonly operation: OperationId | undefined;
  /** The last segment of the path, decoded, where the operation has a `{petId}`. */
  readonly petId: string | undefined;
}

export function findOperation(method: string, { segments, isMessages }: Place): AskedFor {
  for (const { operation, template } of templates) {
    if (operation.method !== method || (operation.address === 'messages') !== isMessages) continue;
    const parameters = matchTemplate(template, segments);
    if (parameters === undefined) continue;
    return { operation: operation.id, petId: hasPetId(operation) ? (parameters.petId ?? segments.at(-1)) : undefined };
  }
  return { operation: undefined, petId: undefined };
}
