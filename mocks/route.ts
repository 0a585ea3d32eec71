import { type Operation, operations } from '../src/spec/operations.js';
import type { PetstoreRequest } from './petstore-request.js';
import type { ServiceAddress, ServiceAddresses } from './service-address.js';

/** What a path leads to, whatever the method. */
export interface Route {
  /** Whether the path lies under one of the service's addresses at all. */
  readonly isServed: boolean;
  readonly operation: Operation | undefined;
  /** The path's `{petId}`, decoded; undefined where there is none or its escapes are broken. */
  readonly petIdText: string | undefined;
}

const templates = Object.values(operations).map((operation) => ({
  operation,
  segments: operation.path.slice(1).split('/'),
}));

/**
 * Finds the operation of a path. Segments are split first and decoded after, so `%2F` never splits one;
 * `//` and a trailing slash make another path, which no operation has.
 */
export function findRoute(request: Pick<PetstoreRequest, 'path' | 'origin'>, addresses: ServiceAddresses): Route {
  const isShared = addresses.messages.url === addresses.base.url;
  const inBase = segmentsBelow(addresses.base, request);
  const inMessages = isShared ? inBase : segmentsBelow(addresses.messages, request);
  for (const { operation, segments: template } of templates) {
    const segments = operation.id === 'sendMessage' ? inMessages : inBase;
    const match = segments && matchSegments(template, segments);
    if (match) return { isServed: true, operation, petIdText: match.petIdText };
  }
  return { isServed: (inBase ?? inMessages) !== undefined, operation: undefined, petIdText: undefined };
}

function segmentsBelow(
  address: ServiceAddress,
  { path, origin }: Pick<PetstoreRequest, 'path' | 'origin'>,
): string[] | undefined {
  if (origin !== undefined && origin !== address.origin) return undefined;
  if (!path.startsWith(address.path)) return undefined;
  const below = path.slice(address.path.length);
  if (below === '') return [];
  return below.startsWith('/') ? below.slice(1).split('/') : undefined;
}

function matchSegments(template: string[], segments: string[]): { petIdText: string | undefined } | undefined {
  if (template.length !== segments.length) return undefined;
  let petIdText: string | undefined;
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? '';
    if (segment === '') return undefined;
    const decoded = decode(segment);
    if (expected === '{petId}') petIdText = decoded;
    else if (decoded !== expected) return undefined;
  }
  return { petIdText };
}

function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
