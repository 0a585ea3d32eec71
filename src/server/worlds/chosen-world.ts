import type { PetstoreRequest } from '../../../mocks/neutral-http.js';
import { SHARED } from './request-source.js';

const HEADER = 'x-petstore-world';
const MEMBER = 'petstore-world';

/** Returns every world that the headers of a request name; undefined for one that cannot be read. */
export function worldsNamedIn(headers: PetstoreRequest['headers']): ReadonlySet<string | undefined> {
  const names = new Set<string | undefined>();
  for (const [name, value] of headers) {
    // A proxy may join repeated headers with commas.
    if (name === HEADER) for (const part of value.split(',')) names.add(part.trim());
    else if (name === 'baggage' && value.includes(MEMBER)) for (const world of membersOf(value)) names.add(world);
  }
  return names;
}

/** The values of the member of W3C Baggage: percent-encoded, with properties behind a semicolon that mean nothing here. */
function membersOf(baggage: string): (string | undefined)[] {
  return baggage.split(',').flatMap((member) => {
    const [, name = '', value = ''] = /^([^=;]*)=?([^;]*)/.exec(member) ?? [];
    return name.trim() === MEMBER ? [decoded(value.trim())] : [];
  });
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const HOW_TO_OPEN = 'Open one with POST /__admin/keys {"isolated": true}.';

/** Explains why a request has no world. Only ids of worlds are quoted: anything else may be a secret. */
export function explainNoWorld(names: ReadonlySet<string | undefined>): string {
  const [id] = names;
  if (names.size > 1) return `X-Petstore-World and baggage name ${names.size} worlds. Name one.`;
  if (!id) return `The header names no world. Send an id such as w1, or leave it out for the shared world.`;
  if (!/^w\d{1,9}$/.test(id)) {
    return `The header names no world: ids are w1, w2 and so on, and ${SHARED}. ${HOW_TO_OPEN}`;
  }
  return `The world ${id} does not exist (any more) on this server. ${HOW_TO_OPEN}`;
}

/** Explains why a key is unknown in a world that can be chosen by header. */
export function explainForeignKey(id: string): string {
  return `The ${id === SHARED ? 'shared world' : `world ${id}`} does not have this API key. It has the sample keys, those that the server was started with, and those that were minted in it since its last reset.`;
}
