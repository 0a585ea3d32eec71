import { type List, type Parameters, parseList } from 'structured-headers';
import type { rateLimitFieldNames } from './rate-limit-headers.js';

/** A member of `RateLimit-Policy`: so much quota in a window. */
export interface QuotaPolicy {
  readonly name: string;
  readonly quota: number;
  /** `requests` unless the policy has another one. */
  readonly unit: string;
  readonly windowSeconds: number | undefined;
}

/** A member of `RateLimit`: what is left of the quota of a policy. */
export interface ServiceLimit {
  readonly name: string;
  readonly remaining: number;
  /** For so long no more than `remaining` may be used. */
  readonly secondsLeft: number | undefined;
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-11. Clients ignore a malformed one: it is undefined, as a missing one is. */
export interface RateLimitFields {
  readonly policies: readonly QuotaPolicy[] | undefined;
  readonly limits: readonly ServiceLimit[] | undefined;
}

/** Parses `RateLimit-Policy` and `RateLimit` of a response: `parseRateLimitFields(response.headers)`. */
export function parseRateLimitFields(headers: Pick<Headers, 'get'>): RateLimitFields {
  const parse = <Item>(name: (typeof rateLimitFieldNames)[number], itemOf: (member: Member) => Item | undefined) =>
    parseMembers(headers.get(name) ?? '', itemOf);
  return {
    policies: parse('RateLimit-Policy', ([name, parameters]) => {
      const [quota, windowSeconds, unit = 'requests'] = ['q', 'w', 'qu'].map((key) => parameters.get(key));
      const isValid = isCount(quota) && (windowSeconds === undefined || isCount(windowSeconds));
      return isValid && windowSeconds !== 0 && typeof unit === 'string'
        ? { name, quota, unit, windowSeconds }
        : undefined;
    }),
    limits: parse('RateLimit', ([name, parameters]) => {
      const [remaining, secondsLeft] = ['r', 't'].map((key) => parameters.get(key));
      const isValid = isCount(remaining) && (secondsLeft === undefined || isCount(secondsLeft));
      return isValid ? { name, remaining, secondsLeft } : undefined;
    }),
  };
}

type Member = readonly [name: string, Parameters];

/** Parses a list of Strings with parameters (RFC 9651 §3.1); undefined if it is anything else, or empty, or an item is undefined. */
function parseMembers<Item>(text: string, itemOf: (member: Member) => Item | undefined): readonly Item[] | undefined {
  const members = parseOrNothing(text);
  const items = members.flatMap(([name, parameters]) =>
    typeof name === 'string' ? (itemOf([name, parameters]) ?? []) : [],
  );
  return items.length > 0 && items.length === members.length ? items : undefined;
}

function parseOrNothing(text: string): List {
  try {
    return parseList(text);
  } catch {
    return [];
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
