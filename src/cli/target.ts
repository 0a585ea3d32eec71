import { type HeaderList, headerOf } from '../exchange/exchange.js';
import { readTextFile } from '../files/read-file.js';
import type { ClientTls } from '../http/client-tls.js';
import { InputError } from '../json/input-error.js';
import { parseUrl } from '../json/parse-url.js';
import { API_KEY, API_KEY_FORM, BEARER_TOKEN } from '../service/headers.js';
import { type Terminal, warn } from './terminal.js';
import { openIdentity } from './tls-identity.js';

/** Such as `staging.example.test/v1`, or `localhost:4290/v1`, whose host a URL parser takes for the scheme. */
const LACKS_SCHEME = /^(?:(?:[\w-]+\.)+[\w-]+(?::\d+)?|[\w-]+:\d+)(?:\/|$)/;

/** Parses a base URL; returns it without a slash at its end. Throws an InputError that repeats nothing of it: it may contain a password. */
export function parseTargetUrl(text: string, source: string): string {
  const invalid = (problem: string) =>
    new InputError(`Reading ${source}`, problem, 'Try https://staging.example.test/v1: scheme, host and path');
  const url = parseUrl(text);
  if (LACKS_SCHEME.test(text)) throw invalid('the URL does not start with http:// or https://');
  if (url === undefined) throw invalid('not a URL');
  const { protocol, username, password, search, hash, origin, pathname } = url;
  if (!/^https?:$/.test(protocol)) throw invalid(`${protocol}// is neither http:// nor https://`);
  if (username !== '' || password !== '') throw invalid('the URL contains a user name or password');
  if (search !== '' || hash !== '') throw invalid('the URL has a query or a fragment');
  return `${origin}${pathname}`.replace(/\/$/, '');
}

const SUITE_HEADERS = new Set('authorization content-type content-length host connection transfer-encoding'.split(' '));

/** Parses `Name: value`. Throws an InputError that does not repeat the value: it may be a secret. */
export function parseHeader(text: string, source: string): readonly [name: string, value: string] {
  const example = source.startsWith('--') ? `${source} "X-Tenant: blue"` : `${source}: { 'X-Tenant': 'blue' }`;
  const invalid = (problem: string) => new InputError(`Reading ${source}`, problem, `Try ${example}`);
  if (text.endsWith(': …')) throw invalid('… stands for the value, which may be a secret: write it out');
  const match = /^([\w!#$%&'*+\-.^`|~]+):[ \t]*([\t\x20-\x7e]*)$/.exec(text);
  if (match === null) throw invalid('not a name, a colon and a value in ASCII characters');
  const [, name = '', value = ''] = match;
  if (name.toLowerCase() === 'authorization') {
    throw new InputError(`Reading ${source}`, 'the API key does not belong in a header option', 'Set PETSTORE_API_KEY');
  }
  if (SUITE_HEADERS.has(name.toLowerCase())) throw invalid(`the suite sets ${name} itself`);
  return [name, value.trimEnd()];
}

export function withUserAgent(headers: HeaderList, version: string): HeaderList {
  return headerOf(headers, 'user-agent') === undefined
    ? [['User-Agent', `petstore-mock/${version}`], ...headers]
    : headers;
}

/** Reads the API key from a variable. Throws an InputError that does not repeat it. */
export function readApiKey(terminal: Pick<Terminal, 'variables'>, variable = 'PETSTORE_API_KEY'): string {
  const key = readSecret(terminal, variable, `Set it: export ${variable}=…`);
  if (API_KEY.test(key)) return key;
  throw new InputError(`Reading ${variable}`, 'a header cannot carry the key', `It must consist of ${API_KEY_FORM}`);
}

/** Reads the token of a fake's admin API. Throws an InputError that does not repeat it. */
export function readAdminToken(terminal: Pick<Terminal, 'variables'>): string {
  const token = readSecret(terminal, 'PETSTORE_ADMIN_TOKEN', 'The fake prints its token when it starts');
  if (BEARER_TOKEN.test(token)) return token;
  throw new InputError('Reading PETSTORE_ADMIN_TOKEN', 'not a bearer token', 'It has only letters, digits and -._~+/');
}

function readSecret({ variables }: Pick<Terminal, 'variables'>, name: string, remedy: string): string {
  const secret = variables[name]?.trim() ?? '';
  if (secret === '') throw new InputError(`Reading ${name}`, 'the variable is not set', remedy);
  return secret;
}

interface TlsSettings {
  readonly ca: string | undefined;
  readonly clientCert: string | undefined;
  readonly clientKey: string | undefined;
  readonly isInsecure: boolean;
}

/** Reads the files of the options about TLS. Throws an InputError, which quotes no key. */
export function readClientTls({ ca, clientCert, clientKey, isInsecure }: TlsSettings): ClientTls {
  const [certFlag, keyFlag] = ['--client-cert', '--client-key'];
  const identity = openIdentity(
    { file: clientCert, flag: certFlag, chosenBy: certFlag },
    { file: clientKey, flag: keyFlag, chosenBy: keyFlag },
  );
  return { ca: ca === undefined ? undefined : readCa(ca), identity, isInsecure };
}

/** Warns on each run that `--insecure` takes the protection of the key away. */
export function warnIfUnverified({ isInsecure }: Pick<TlsSettings, 'isInsecure'>, terminal: Pick<Terminal, 'stderr'>) {
  if (!isInsecure) return;
  warn(
    terminal,
    '--insecure verifies no certificate: anybody on the way to the service can read and change everything, the API key included',
  );
}

function readCa(file: string): string {
  const [attempted, remedy] = [`Reading --ca ${file}`, 'Name a PEM file: --ca ca.pem'];
  const text = readTextFile(file, attempted, remedy);
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new InputError(attempted, 'the file contains no PEM certificate', remedy);
}
