import { type Credential, type HeaderList, headerOf, type MisplacedKey, type RecordedRequest } from './exchange.js';
import { isPseudonym } from './redactor.js';

/** A longer body would bury the rest of the line; the HAR contains it. */
const MOST_BODY_BYTES = 2_000;

const BODY_FILE = 'body.txt';

const KEY = '$PETSTORE_API_KEY';

/** Headers that curl writes itself, those that only the sender's connection or browser needs, and the ids of one request. */
const UNNEEDED =
  /^(?:authorization|host|content-length|connection|keep-alive|accept-encoding|user-agent|sec-.*|traceparent|x-request-id)$/i;

/** Returns one line of a POSIX shell that sends the request again, with `key` or the variable. It reads a long body from `body.txt`: copy it there from the HAR. `usual`: what the client sends else, so that curl does not send what this request lacks. */
export function curlLine(request: RecordedRequest, key = KEY, usual: HeaderList = []): string {
  const { body, url, credential } = request;
  const options = [
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...methodOptions(request),
    ...credentialOptions(credential).map((option) => option.replaceAll(KEY, () => key)),
    ...headerOptions(request, key),
    ...lackingOptions(request, usual),
  ];
  const line = ['curl', '-i', ...options, wordWithKey(withoutTreacherous(url), credential, key)].join(' ');
  if (body === undefined) return line;
  if (body.search(TREACHEROUS) !== -1 || new TextEncoder().encode(body).length > MOST_BODY_BYTES) {
    return `${line} --data-binary @- < ${BODY_FILE}`;
  }
  return `${line} --data-raw ${body === '' ? "''" : wordWithKey(body, credential, key)}`;
}

function methodOptions({ method, body }: RecordedRequest): string[] {
  if (method === 'HEAD' && body === undefined) return ['--head'];
  if (method === (body === undefined ? 'GET' : 'POST')) return [];
  return ['-X', /^[A-Z]+$/.test(method) ? method : quoteForShell(withoutTreacherous(method))];
}

const misplacedInHeader: Readonly<Partial<Record<MisplacedKey, string>>> = {
  basic: 'Basic $PETSTORE_API_KEY',
  token: 'Token $PETSTORE_API_KEY',
  apikey: 'ApiKey $PETSTORE_API_KEY',
  bare: '$PETSTORE_API_KEY',
  quotes: 'Bearer \\"$PETSTORE_API_KEY\\"',
  tail: 'Bearer $PETSTORE_API_KEY x',
  comma: 'Bearer $PETSTORE_API_KEY,x$PETSTORE_API_KEY',
  twice: 'Bearer Bearer $PETSTORE_API_KEY',
  beside: 'Bearer wrong-key',
};

/** Whether a recorded request had a key may be unknown; nearly every one had. */
function credentialOptions(credential: Credential): string[] {
  if (credential.kind === 'none') return [];
  if (credential.kind !== 'misplaced') {
    const isWrong = credential.kind === 'bearer' && credential.standing === 'wrong';
    if (!isWrong) return ['-H "Authorization: Bearer $PETSTORE_API_KEY"'];
    const word = isPseudonym(credential.name) ? 'wrong-key' : credential.name;
    return [`-H ${quoteForShell(`Authorization: Bearer ${word}`)}`];
  }
  if (credential.where === 'user') return ['-u "$PETSTORE_API_KEY:"'];
  const value = misplacedInHeader[credential.where];
  return value === undefined ? [] : [`-H "Authorization: ${value}"`];
}

function headerOptions({ headers, body, credential }: RecordedRequest, key: string): string[] {
  const options = headers
    // A secret other than an API key cannot be restored.
    .filter(([name, value]) => !UNNEEDED.test(name) && !/\bsecret#\d/.test(value))
    .map(([name, value]) => `-H ${wordWithKey(headerText(name, value), credential, key)}`);
  const isTyped = headerOf(headers, 'content-type') !== undefined;
  return body === undefined || isTyped ? options : [...options, "-H 'Content-Type:'"];
}

/** Without these, curl sends its own. */
function lackingOptions({ headers }: RecordedRequest, usual: HeaderList): string[] {
  const lacking = ['Accept', 'User-Agent'].filter((name) => headerOf(headers, name) === undefined);
  return lacking.filter((name) => headerOf(usual, name) !== undefined).map((name) => `-H '${name}:'`);
}

/** curl drops the header for `Name:`, sends one without a value for `Name;`, and reads a file for a leading `@`. */
function headerText(name: string, value: string): string {
  const [plainName, plainValue] = [withoutTreacherous(name).replace(/^@+/, ''), withoutTreacherous(value).trim()];
  return plainValue === '' ? `${plainName};` : `${plainName}: ${plainValue}`;
}

function wordWithKey(text: string, credential: Credential, key: string): string {
  if (credential.kind !== 'misplaced') return quoteForShell(text);
  const parts = text.split(credential.name).map((part) => (part === '' ? '' : quoteForShell(part)));
  return parts.join(`"${key}"`);
}

/** Control and format characters, which a terminal interprets or a reader misreads, and broken surrogates. */
const TREACHEROUS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function withoutTreacherous(text: string): string {
  return text.replace(TREACHEROUS, '');
}

/** Writes a printable text as one word of a POSIX shell that stands for exactly this text. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
