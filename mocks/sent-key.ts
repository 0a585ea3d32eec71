import { headerValue, type PetstoreRequest } from './petstore-request.js';

/** Answers the API key that a request sends as its bearer token (§5.2), whatever it is worth; undefined where it sends none. */
export function sentKey(request: Pick<PetstoreRequest, 'headers'>): string | undefined {
  return /^bearer +(.+)$/is.exec(headerValue(request, 'authorization')?.trim() ?? '')?.[1];
}
