import type { Transcript } from '../src/exchange/transcript.js';
import type { Verdict } from '../src/judge/judge.js';
import { manners } from '../src/judge/manners/manners.js';
import { BASE_URL, type ExchangeInit, goodKey, recorded, START_MS } from './recorded.js';

export const addresses = { baseUrl: BASE_URL, messagesUrl: BASE_URL };

/** Judges exchanges; returns the verdict of one rule. */
export function mannersOf(name: string, ...told: readonly ExchangeInit[]): Verdict {
  return verdictIn(recorded(...told), name);
}

export function verdictIn(transcript: Transcript, name: string): Verdict {
  const verdict = manners(transcript, addresses).find(({ rule }) => rule.id === `manners/${name}`);
  if (verdict === undefined) throw new Error(`There is no rule manners/${name}.`);
  return verdict;
}

/** Returns the names of the rules that a transcript breaks. */
export function violationsIn(transcript: Transcript): string[] {
  const broken = manners(transcript, addresses).filter(({ outcome }) => outcome === 'violation');
  return broken.map(({ rule }) => rule.id.replace('manners/', ''));
}

/** A 429. */
export function limited(seconds: number, retryAfter: string | undefined, more: ExchangeInit = {}): ExchangeInit {
  return { ...more, status: 429, atMs: seconds * 1_000, headers: { 'Retry-After': retryAfter, ...more.headers } };
}

/** A 429 that says that the key is banned, unless another status is given. */
export function banned(seconds: number, retryAfter: string | undefined, status = 429): ExchangeInit {
  const body = { code: 'key_banned', message: 'Banned', status };
  return { status, atMs: seconds * 1_000, headers: { 'Retry-After': retryAfter }, body };
}

export function sent(seconds: number, more: ExchangeInit = {}): ExchangeInit {
  return { ...more, atMs: seconds * 1_000 };
}

export function dateAt(seconds: number): string {
  return new Date(START_MS + seconds * 1_000).toUTCString();
}

export const otherKey = { ...goodKey, name: 'key#9' };
export const update: ExchangeInit = { method: 'PATCH', path: '/inventory/7', sends: '{"quantity":1}', body: {} };
export const lookup: ExchangeInit = { path: '/pets/7', body: {} };
