import type { Credential } from './credential.js';
import { headerOf, type RecordedRequest } from './exchange.js';
import { shellWord } from './shell-word.js';

/** Longer bodies would bury the line; the whole of them is in the HAR. */
const MOST_BODY_CHARACTERS = 2_000;

/** What curl sets by itself, or what only concerned the connection. */
const LEFT_OUT = /^(?:host|content-length|connection|accept-encoding|user-agent|keep-alive|transfer-encoding|:.*)$/i;

/**
 * Writes one line for bash or zsh that sends a request again. A good key stands as `$PETSTORE_API_KEY`, a made-up one as
 * `wrong-key`; other secrets stay pseudonyms. A body over 2,000 characters is left to the HAR: `@body.txt`.
 */
export function curlLine(request: RecordedRequest): string {
  const { method, url, headers, body, credential } = request;
  const word = (text: string) => shellWord(withKey(text, credential));
  const words = ['curl', '-i', ...methodWords(method, body), ...(/[[\]{}]/.test(url) ? ['--globoff'] : []), word(url)];
  for (const [name, value] of headers) {
    // Without a value curl would leave the header out; a semicolon makes it send an empty one.
    if (!LEFT_OUT.test(name)) words.push('-H', word(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (body === undefined) return words.join(' ');
  if (headerOf(headers, 'content-type') === undefined) words.push('-H', word('Content-Type:'));
  // A NUL can be in no argument.
  const data = body.replaceAll('\0', '');
  if (data.length > MOST_BODY_CHARACTERS) words.push('--data-binary', '@body.txt');
  else words.push('--data-raw', word(data));
  return words.join(' ');
}

function methodWords(method: string, body: string | undefined): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === 'GET' && body === undefined ? [] : ['-X', shellWord([method])];
}

/** The parts of a text between the places of the key. */
function withKey(text: string, credential: Credential): readonly string[] {
  if (!('name' in credential)) return [text];
  const isWrong = credential.kind === 'bearer' && credential.standing === 'made-up';
  const parts = text.split(credential.name);
  return isWrong ? [parts.join('wrong-key')] : parts;
}
