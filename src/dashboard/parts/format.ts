import type { AdminEvents } from '../../admin/events.js';

/** Formats a number with thin spaces between thousands, as `12 345`, in every locale. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}

/** Formats how long a response took. */
export function formatTook(tookMs: number): string {
  return tookMs < 1 ? '<1 ms' : formatDelay(tookMs);
}

/** Formats the delay of a response; an empty string for none. */
export function formatDelay(delayMs: number): string {
  if (delayMs === 0) return '';
  return delayMs < 1000 ? `${Math.round(delayMs)} ms` : `${(delayMs / 1000).toFixed(delayMs < 10_000 ? 1 : 0)} s`;
}

/** Returns the label of a key: the name of a sample key, otherwise the pseudonym. */
export function nameOfKey(keys: AdminEvents['keys'] | undefined, alias: string): string {
  return keys?.items.find((key) => key.alias === alias)?.name ?? alias;
}

/** Returns the keys as choices of a form. */
export function keyChoices(keys: AdminEvents['keys'] | undefined) {
  return keys?.items.map(({ alias, name }) => ({ value: alias, label: name ?? alias })) ?? [];
}

/** Compares pseudonyms by their numbers, for sorting: `key#2` comes before `key#10`. */
export function compareAliases(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
