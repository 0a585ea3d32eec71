import type { MannersReport } from '../../admin/schemas/requests.js';

/** Answers what is wrong with the manners of each request that is accused of anything, by its number. */
export function illManneredOf({ rules }: MannersReport): ReadonlyMap<number, readonly string[]> {
  const accused = new Map<number, string[]>();
  for (const { outcome, findings } of rules) {
    if (outcome !== 'violation') continue;
    for (const { what, exchanges } of findings) {
      for (const number of exchanges) accused.set(number, [...(accused.get(number) ?? []), what]);
    }
  }
  return accused;
}
