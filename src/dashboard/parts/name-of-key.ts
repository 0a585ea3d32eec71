import type { AdminEvents } from '../../admin/events.js';

/** Answers what the page calls a key: a sample key by its name, any other by its pseudonym. */
export function nameOfKey(keys: AdminEvents['keys'] | undefined, alias: string): string {
  return keys?.items.find((key) => key.alias === alias)?.name ?? alias;
}
