import { headerValue } from '../../../mocks/neutral-http.js';
import type { ServerRequest } from '../responder.js';

export const ADMIN_PATH = '/__admin';

export function isAdminPath(path: string): boolean {
  return path === ADMIN_PATH || path.startsWith(`${ADMIN_PATH}/`);
}

const MIB = 1024 * 1024;
const BODY_LIMIT = 64 * 1024;
/** Enough for a store of a hundred thousand pets. */
const SEED_LIMIT = 16 * MIB;
/** Enough for a full journal: 64 MiB of bodies, whose JSON is quoted as text, and 10,000 exchanges of 3 KiB. Half of what V8 can hold as one string. */
const STATE_LIMIT = 256 * MIB;

export function bodyLimitOf({ method, path }: Pick<ServerRequest, 'method' | 'path'>): number {
  if (method === 'PUT' && path.startsWith(`${ADMIN_PATH}/snapshots/`)) return STATE_LIMIT;
  return path === `${ADMIN_PATH}/seed` ? SEED_LIMIT : BODY_LIMIT;
}

/** Returns a number of bytes in words, such as `64 KiB`. */
export function sizeInWords(bytes: number): string {
  return bytes < MIB ? `${bytes / 1024} KiB` : `${bytes / MIB} MiB`;
}

export type PageRequest = Pick<ServerRequest, 'method' | 'path' | 'headers'>;

export const PAGE_PATH = `${ADMIN_PATH}/ui`;

/** Returns whether a request only loads the page: it contains no secret, and users come to it from anywhere. */
export function opensPage(request: PageRequest): boolean {
  const { method, path } = request;
  if (!['GET', 'HEAD'].includes(method)) return false;
  // The address of the admin API may be typed into a browser.
  const isRoot = path === ADMIN_PATH || path === `${ADMIN_PATH}/`;
  return isOfPage(path) || (isRoot && /\btext\/html\b/i.test(headerValue(request, 'accept') ?? ''));
}

export function isOfPage(path: string): boolean {
  return path === PAGE_PATH || path.startsWith(`${PAGE_PATH}/`);
}
