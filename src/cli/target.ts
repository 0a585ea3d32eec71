import { BEARER_TOKEN } from '../spec/bearer.js';
import { parseUrl } from '../spec/parse-url.js';
import { InputError } from '../spec/validation/input-error.js';
import { readTextFile } from './files.js';
import type { Terminal } from './terminal.js';

/** Such as `staging.example.test/v1` or `localhost:4290/v1`, whose host a URL would take for the scheme. */
const LACKS_SCHEME = /^(?:(?:[\w-]+\.)+[\w-]+(?::\d+)?|[\w-]+:\d+)(?:\/|$)/;

/** Reads a URL that a user named; answers it without a slash at its end. Throws an InputError; what might be a password is not repeated. */
export function parseTargetUrl(text: string, source: string): string {
  const refusal = (problem: string) =>
    new InputError(`Reading ${source}`, problem, 'Try https://staging.example.test/v1: scheme, host and path');
  const url = parseUrl(text);
  if (LACKS_SCHEME.test(text)) throw refusal('it begins with neither http:// nor https://');
  if (url === undefined) throw refusal('it is no URL');
  const { protocol, username, password, search, hash, origin, pathname } = url;
  if (!/^https?:$/.test(protocol)) throw refusal(`${protocol}// is neither http nor https`);
  if (username !== '' || password !== '') throw refusal('it holds a user name or password');
  if (search !== '' || hash !== '') throw refusal('it has a query or a fragment');
  return `${origin}${pathname}`.replace(/\/$/, '');
}

/** Headers that the suite sets itself. */
const SUITE_HEADERS = new Set([
  'authorization',
  'content-type',
  'content-length',
  'host',
  'connection',
  'transfer-encoding',
]);

/** Reads `Name: value`. Throws an InputError; the value may be a secret and is not repeated. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const refusal = (problem: string) => new InputError('Reading --header', problem, 'Try --header "X-Tenant: blue"');
  const match = /^([\w!#$%&'*+\-.^`|~]+):[ \t]*([\t\x20-\x7e]*)$/.exec(text);
  if (match === null) throw refusal('it is no name, colon and value in plain characters');
  const [, name = '', value = ''] = match;
  if (name.toLowerCase() === 'authorization') {
    throw new InputError('Reading --header', 'the API key does not belong there', 'Set PETSTORE_API_KEY');
  }
  if (SUITE_HEADERS.has(name.toLowerCase())) throw refusal(`${name} is set by the suite`);
  return [name, value.trimEnd()];
}

const DEFAULT_SOURCE = { variable: 'PETSTORE_API_KEY', flag: '--api-key-file' };

/** Reads the API key from the file named, else from its variable. Throws an InputError that does not repeat it. */
export function readApiKey(
  file: string | undefined,
  { variables }: Pick<Terminal, 'variables'>,
  { variable, flag } = DEFAULT_SOURCE,
): string {
  const source = file === undefined ? variable : `the API key in ${file}`;
  const remedy = `Set ${variable}, or name a file that holds the key: ${flag} key.txt`;
  const text = file === undefined ? variables[variable] : readTextFile(file, `Reading ${source}`, remedy);
  const key = text?.trim() ?? '';
  if (key === '') throw new InputError(`Reading ${source}`, 'there is no key', remedy);
  if (!BEARER_TOKEN.test(key)) {
    throw new InputError(`Reading ${source}`, 'it is no bearer token', 'A key has letters, digits and -._~+/ only');
  }
  return key;
}

/** Reads the token of a fake's admin API. Throws an InputError that does not repeat it. */
export function readAdminToken({ variables }: Pick<Terminal, 'variables'>): string {
  const token = variables.PETSTORE_ADMIN_TOKEN?.trim() ?? '';
  if (BEARER_TOKEN.test(token)) return token;
  const problem = token === '' ? 'there is no token' : 'it is no bearer token';
  throw new InputError('Reading PETSTORE_ADMIN_TOKEN', problem, 'The fake prints its token at its start');
}

/** Reads the file of authorities to trust. Throws an InputError. */
export function readCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readTextFile(file, `Reading --ca ${file}`, 'Name a PEM file: --ca ca.pem');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new InputError(`Reading --ca ${file}`, 'it holds no PEM certificate', 'Name a PEM file: --ca ca.pem');
}
