import { signal } from '@preact/signals';
import * as utc from '../../spec/times.js';

export type Zone = 'UTC' | 'local';

const ZONE_KEY = 'petstore-mock-zone';

const chosen = signal<Zone>('UTC');

/** Returns the zone in which the page shows times. What reads it while it renders follows it. */
export function zone(): Zone {
  return chosen.value;
}

/** Applies and stores a zone. */
export function showZone(next: Zone): void {
  chosen.value = next;
  localStorage.setItem(ZONE_KEY, next);
}

/** Applies the stored zone. */
export function readZone(): void {
  chosen.value = localStorage.getItem(ZONE_KEY) === 'local' ? 'local' : 'UTC';
}

/** Returns the moment whose UTC time is what a clock in the chosen zone shows. */
function shifted(moment: string | number): number {
  const date = new Date(moment);
  return date.getTime() - (chosen.value === 'UTC' ? 0 : date.getTimezoneOffset() * 60_000);
}

/** Returns the moment of a `datetime-local` input in the chosen zone, in ISO 8601. */
export function momentOfInput(text: string): string {
  return utc.isoMoment(Date.parse(chosen.value === 'UTC' ? `${text}Z` : text));
}

/** Returns the time of day: `15:49:16`, or `15:49:16.042` with milliseconds. */
export function timeOfDay(moment: string | number, hasMilliseconds = false): string {
  return utc.timeOfDay(shifted(moment), hasMilliseconds);
}

/** Returns the day: `21 Nov 2026`. */
export function dayOf(moment: string | number): string {
  return utc.dayOf(shifted(moment));
}

/** Returns a moment with its zone: `2026-11-21 15:49:16 UTC`, or with milliseconds. */
export function momentOf(moment: string | number, hasMilliseconds = false): string {
  const ms = shifted(moment);
  const milliseconds = hasMilliseconds ? utc.timeOfDay(ms, true).slice(8) : '';
  return `${utc.dateAndTime(ms)}${milliseconds} ${chosen.value}`;
}
