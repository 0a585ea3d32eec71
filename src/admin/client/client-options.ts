import { parseUrl } from '../../spec/parse-url.js';
import { InputError } from '../../validation/input-error.js';

export interface AdminClientOptions {
  /** Where the server is: its origin, or any URL below it, such as the base URL that it prints. */
  readonly url: string;
  /** The token of the control room, as the server was given it or prints it. */
  readonly token: string;
  /** Which world the calls are about; default `shared`. */
  readonly world?: string;
  /** Sends the requests; default the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch;
}

const ATTEMPTED = 'createAdminClient(…)';
const EXAMPLE = "{ url: 'http://127.0.0.1:4290', token: 'local-admin' }";
const names = ['url', 'token', 'world', 'fetch'];

/** Answers the options with the URL that stands before `/__admin`. Throws an InputError, which never quotes the token. */
export function checkedOptions(options: AdminClientOptions): Required<AdminClientOptions> {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) refuse('the options are no object', `Give ${EXAMPLE}.`);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) refuse(`there is no option ${JSON.stringify(unknown)}`, `Give ${EXAMPLE}.`);
  const { url, token, fetch = (...input) => globalThis.fetch(...input) } = options;
  if (typeof fetch !== 'function')
    refuse('fetch is no function', 'Leave it out, or give one that works as fetch does.');
  return { url: checkedUrl(url), token: checkedToken(token), world: checkedWorld(options.world ?? 'shared'), fetch };
}

/** Throws an InputError for what cannot be the id of a world. */
export function checkedWorld(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id;
  return refuse('the id of the world is no text', "Give 'shared', or what minting an isolated key told, such as 'w1'.");
}

function checkedUrl(url: unknown): string {
  const example = "Give the server's URL, such as 'http://127.0.0.1:4290'.";
  const parsed = typeof url === 'string' ? parseUrl(url) : undefined;
  if (parsed === undefined)
    return refuse(url === undefined ? 'the url is missing' : 'the url is no whole URL', example);
  if (!/^https?:$/.test(parsed.protocol)) refuse(`the url begins with ${parsed.protocol}, not with http:`, example);
  if (parsed.username !== '' || parsed.password !== '') refuse('the url holds a user or a password', example);
  // A proxy may serve it all below a path of its own; the base URL of the service is no such path.
  const [before = ''] = parsed.pathname.split('/__admin');
  return parsed.origin + (before === parsed.pathname ? '' : before);
}

function checkedToken(token: unknown): string {
  const remedy = 'Give the one that the server prints when it starts, or was given with --admin-token.';
  if (token === undefined || token === '') return refuse('the token is missing', remedy);
  // fetch would quote it in its own error.
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    return refuse('the token is no text of visible ASCII characters without spaces', remedy);
  }
  return token;
}

function refuse(problem: string, remedy: string): never {
  throw new InputError(ATTEMPTED, problem, remedy);
}
