import { headerValue } from '../../../../mocks/petstore-request.js';
import type { ServerRequest } from '../../responder.js';
import { ADMIN_PATH } from '../admin-path.js';

export type PageRequest = Pick<ServerRequest, 'method' | 'path' | 'headers'>;

export const PAGE_PATH = `${ADMIN_PATH}/ui`;

/** Tells whether a request only opens the page, or a part of it: that holds no secret, and people come to it from anywhere. */
export function opensPage(request: PageRequest): boolean {
  return ['GET', 'HEAD'].includes(request.method) && (isOfPage(request.path) || looksForPage(request));
}

export function isOfPage(path: string): boolean {
  return path === PAGE_PATH || path.startsWith(`${PAGE_PATH}/`);
}

/** Whether somebody has typed the address of the admin API into a browser. */
function looksForPage({ path, headers }: PageRequest): boolean {
  const isRoot = path === ADMIN_PATH || path === `${ADMIN_PATH}/`;
  return isRoot && /\btext\/html\b/i.test(headerValue({ headers }, 'accept') ?? '');
}
