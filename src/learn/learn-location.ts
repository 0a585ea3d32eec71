import { objectOf, type Reading } from '../judge/reading.js';
import type { LearnedHeader } from '../profile/profile.js';
import { isPlain } from './plain-text.js';

/** A path of the service's own. */
const PATH = /^\/?(?:[a-z][\w.-]{0,31}\/){0,6}$/i;

/**
 * Learns where a new message is said to lie: as a template of the address that was asked and of the id that was given. Undefined where it
 * is said in another way. `stored`: what the service holds for its users, which no header repeats.
 */
export function learnLocation(ofPlace: readonly Reading[], stored: readonly string[]): LearnedHeader | undefined {
  const [first] = ofPlace;
  if (first?.operation !== 'sendMessage') return undefined;
  const [template, ...others] = new Set(ofPlace.map((reading) => templateOf(reading, stored)));
  if (template === undefined || others.length > 0) return undefined;
  const written = first.exchange.answer?.headers.find(([name]) => name.toLowerCase() === 'location')?.[0];
  return { name: written ?? 'Location', kind: 'template', value: template };
}

function templateOf({ header, received, exchange }: Reading, stored: readonly string[]): string | undefined {
  const location = header('location');
  const id = objectOf(received)?.id;
  if (location === undefined || typeof id !== 'string' || id === '' || !location.endsWith(id)) return undefined;
  const start = location.slice(0, -id.length);
  const [url = ''] = exchange.request.url.split(/[?#]/, 1);
  if (start === `${url}/`) return '{url}/{id}';
  if (start === `${url.replace(/^https?:\/\/[^/]+/i, '')}/`) return '{path}/{id}';
  return PATH.test(start) && isPlain(start, stored) ? `${start}{id}` : undefined;
}
