import { parseUrl } from '../spec/parse-url.js';
import type { Credential } from '../transcript/credential.js';
import type { Exchange } from '../transcript/exchange.js';
import { excerpt } from './excerpt.js';

/** `#4 PATCH /v1/inventory/1 → 200  key#1`: what was asked, by whom, and what came of it. */
export function exchangeLine({ number, request, answer }: Exchange): string {
  const outcome = answer === undefined ? 'no answer' : String(answer.status);
  return `#${number} ${request.method} ${excerpt(pathOf(request.url))} → ${outcome}  ${keyInWords(request.credential)}`;
}

function pathOf(url: string): string {
  const parsed = parseUrl(url);
  // The # of a pseudonym begins no fragment: a recorded URL has none.
  return parsed === undefined ? url : parsed.pathname + parsed.search + parsed.hash;
}

function keyInWords(credential: Credential): string {
  switch (credential.kind) {
    case 'none':
      return 'no key';
    case 'bearer':
      return credential.name;
    case 'misplaced':
      return `${credential.name} (${credential.where === 'basic' ? 'as Basic credentials' : 'in the query'})`;
    case 'unknown':
      return 'key unknown';
  }
}
