import type { FindingsReport } from '../../admin/schemas/requests.js';

/** What is wrong with exchanges, by their numbers: a text for each rule that one of them breaks. */
export type Accused = ReadonlyMap<number, readonly string[]>;

/** Answers the exchanges that a report accuses of anything, and of what; each text begins with the id of its rule where that is asked for. */
export function accusedIn({ rules }: FindingsReport, { hasIds = false } = {}): Accused {
  const accused = new Map<number, string[]>();
  for (const { id, outcome, findings } of rules) {
    if (outcome !== 'violation') continue;
    const found = new Map<number, string[]>();
    for (const { what, exchanges } of findings) {
      for (const number of exchanges) found.set(number, [...(found.get(number) ?? []), what]);
    }
    for (const [number, whats] of found) {
      const text = `${hasIds ? `${id}: ` : ''}${whats.join('; ')}`;
      accused.set(number, [...(accused.get(number) ?? []), text]);
    }
  }
  return accused;
}
