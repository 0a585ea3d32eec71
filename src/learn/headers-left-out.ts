import { mayHoldSecret } from '../transcript/recorded-secrets.js';

/** Headers of an answer that say nothing of how it looks, in lower case, by the reason why. */
const leftOut = {
  'the document describes them': 'x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset retry-after',
  'an open question is about them': 'www-authenticate allow deprecation sunset link preference-applied',
  'they name where something lies, of which that of a new message is learned by its form': 'location content-location',
  'they belong to one connection, or to how one answer travels':
    'accept-ranges age alt-svc connection content-encoding content-length content-range date keep-alive proxy-connection ' +
    'server-timing te trailer transfer-encoding upgrade via x-cache x-cache-hits x-cache-lookup cache-status x-served-by ' +
    'x-timer',
  'they validate what a cache holds, which the fake does not': 'etag last-modified',
  'they hold a secret or who somebody is':
    'set-cookie set-cookie2 authentication-info proxy-authenticate proxy-authentication-info',
} as const;

const names = new Set(Object.values(leftOut).flatMap((each) => each.split(' ')));

/** CORS, which the fake answers by itself, and what only the fake has. */
const PREFIXES = /^(?:access-control-|x-mock-|x-petstore-mock-|:)/;

/** Tells whether a header is none to learn. `name` in lower case. */
export function isLeftOut(name: string): boolean {
  return names.has(name) || PREFIXES.test(name) || mayHoldSecret(name);
}
