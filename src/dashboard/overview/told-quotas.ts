import type { RequestLine } from '../../admin/schemas/requests.js';
import { compareAliases } from '../parts/compare-aliases.js';

/** What the newest answer with a certain Limit told. */
export interface ToldQuota extends NonNullable<RequestLine['limits']> {
  /** Number of the request that was answered so. */
  readonly number: number;
}

export interface KeyQuotas {
  readonly alias: string;
  /** The smallest Limit first; none where no answer told any. */
  readonly quotas: readonly ToldQuota[];
}

/** A service that tells another Limit each time must not fill the page. */
const MOST_LIMITS = 4;

/**
 * Answers what a real service told of the quota of each key, by the newest answers. An answer describes one window, and a service
 * may describe its minute and its day in turn (§8.2): so each Limit counts as a quota of its own. `lines` come newest first.
 */
export function toldQuotas(lines: readonly RequestLine[]): readonly KeyQuotas[] {
  const keys = new Map<string, Map<number, ToldQuota>>();
  for (const { key, number, limits } of lines) {
    if (key === null) continue;
    const quotas = keys.get(key) ?? new Map<number, ToldQuota>();
    keys.set(key, quotas);
    if (limits === null || quotas.has(limits.limit) || quotas.size === MOST_LIMITS) continue;
    quotas.set(limits.limit, { ...limits, number });
  }
  return [...keys]
    .map(([alias, quotas]) => ({ alias, quotas: [...quotas.values()].sort((one, other) => one.limit - other.limit) }))
    .sort((one, other) => compareAliases(one.alias, other.alias));
}
