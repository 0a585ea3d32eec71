import { parseUrl } from '../spec/parse-url.js';

/** Targets that a URL parser leaves as they are; nearly all are. */
const PLAIN_PATH = /^\/[\w\-~/]*$/;

/**
 * Answers the path of a request target as the WHATWG URL parser leaves it, without the query.
 * Undefined for a target that is no URL. Takes origin-form, absolute-form and `*` (RFC 9112 §3.2).
 */
export function requestPath(target: string): string | undefined {
  if (PLAIN_PATH.test(target) || target === '*') return target;
  return parseTarget(target, 'http://localhost')?.pathname;
}

/** Answers a request target as a URL on the origin that was asked for, or undefined where it is none. */
export function parseTarget(target: string, origin: string): URL | undefined {
  // Bytes beyond ASCII arrive one character each; a URL parser wants the text that they encode.
  const text = Buffer.from(target, 'latin1').toString();
  // Resolving `//inventory` against a base would take `inventory` for the host.
  const url = text.startsWith('/') ? `${origin}${text}` : text;
  return parseUrl(url);
}
