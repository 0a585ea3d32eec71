import { parseUrl } from '../spec/parse-url.js';
import { QUOTED, withoutQuotes } from './plain-text.js';

/**
 * Answers why a run ended, without what it quotes of the service: of its addresses those below the base URL stay whole, of others where
 * they are.
 */
export function whyStopped(stopped: string, baseUrl: string): string {
  const quotes = stopped.match(QUOTED) ?? [];
  const parts = stopped.split(QUOTED).map(withoutQuotes);
  return parts.map((part, index) => `${part}${addressIn(quotes[index], baseUrl)}`).join('');
}

function addressIn(quote: string | undefined, baseUrl: string): string {
  if (quote === undefined) return '';
  const text = quote.slice(1, -1);
  if (text === baseUrl || text.startsWith(`${baseUrl}/`)) return quote;
  const origin = /^https?:/i.test(text) ? parseUrl(text)?.origin : undefined;
  return origin === undefined ? '"…"' : `"${origin}/…"`;
}
