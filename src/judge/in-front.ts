import { type Exchange, headerOf, isGivenKey, type RecordedResponse } from '../exchange/exchange.js';
import { readJson } from '../exchange/recorded-json.js';
import type { Transcript } from '../exchange/transcript.js';
import { parseUrl } from '../json/parse-url.js';
import { quote } from '../json/quoting.js';
import { rateLimitHeaderNames } from '../service/rate-limit-headers.js';

/** With these headers bot protections, firewalls and proxies mark what they send instead of the service's response. */
const MARKS = [
  'cf-mitigated',
  'x-amzn-waf-action',
  'x-vercel-mitigated',
  'x-sucuri-block',
  'x-goog-iap-generated-response',
  'x-deny-reason',
  'proxy-authenticate',
];

/** A service that takes bearer tokens asks for no such credentials. */
const OTHER_SCHEME = /^(?:basic|digest|negotiate|ntlm)\b/i;
const LOGIN = /\b(?:log-?[io]n|sign-?in|auth|authorize|oauth2?|sso|saml|access)\b/i;

/** What they send to a request that they block; the service has other reasons. */
const OF_FIREWALLS = [403, 405, 406, 418, 451];

/** Returns how a response shows that something in front of the service sent it, such as `got 403 in HTML`; else undefined. */
export function signOfIntermediary(
  { request, response }: Exchange,
  earlier: () => readonly Exchange[],
): string | undefined {
  if (response === undefined || hasLimits(response)) return undefined;
  const { status, headers, body } = response;
  const got = `got ${status}${isPage(response) ? ' in HTML' : ''}`;
  const mark = MARKS.find((name) => headerOf(headers, name) !== undefined);
  if (mark !== undefined) return `${got} with ${mark}: ${headerOf(headers, mark)?.split(/[ ,;]/, 1)}`;
  if (status === 407 || status === 511) return got;
  // Of nginx, which lets clients without a certificate connect.
  if (status === 400 && isPage(response) && body.kind === 'text' && body.text.includes('SSL certificate'))
    return `${got}, which demands a client certificate (--client-cert and --client-key)`;
  if (!isGivenKey(request.credential)) return undefined;
  const challenge = headerOf(headers, 'www-authenticate') ?? '';
  const [scheme] = OTHER_SCHEME.exec(challenge) ?? [];
  if (status === 401 && scheme !== undefined && !isError(response)) return `${got} with WWW-Authenticate: ${scheme}`;
  const [target = ''] = (headerOf(headers, 'location') ?? '').split(/[?#]/, 1);
  const isServed = () => wasServed(request, earlier());
  // From http to https, or to another host.
  const isMoved = parseUrl(target)?.pathname === new URL(request.url).pathname;
  if ([302, 303, 307].includes(status) && !isMoved && (LOGIN.test(target) || isServed())) {
    return `was redirected (${status}) to ${quote(target)}`;
  }
  if (isPage(response) && !/\bbearer\b/i.test(challenge) && (status === 401 || status === 403)) return got;
  const isOther = status < 300 ? isPage(response) : OF_FIREWALLS.includes(status) && !isError(response);
  return isOther && isServed() ? `${got}, though the same request was served before` : undefined;
}

/** Firewalls go by the names of clients and proxies, which a service has no use for; ids differ in every request. */
const OF_CLIENT = /^(?:user-agent|x-forwarded-for|traceparent|x-request-id)$/i;

function headersBesideClient({ headers }: Exchange['request']): string {
  return JSON.stringify(headers.filter(([name]) => !OF_CLIENT.test(name)));
}

export function wasServed(asked: Exchange['request'], earlier: readonly Exchange[]): boolean {
  const { method, url, body } = asked;
  const sent = headersBesideClient(asked);
  return earlier.some(
    ({ request, response }) =>
      method === 'GET' &&
      body === undefined &&
      request.method === 'GET' &&
      request.url === url &&
      response?.status === 200 &&
      !isPage(response) &&
      headersBesideClient(request) === sent,
  );
}

/** Returns why exchanges show nothing of the service, by number: something in front of it responded, or the key was rejected. */
export function notOfService({ exchanges, run }: Pick<Transcript, 'exchanges' | 'run'>): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  // A run stops at the first such response to its key.
  const isStopped = run?.stopped !== undefined;
  const lastServed = exchanges.findLastIndex(
    (one) => isGivenKey(one.request.credential) && one.response?.status === 200,
  );
  for (const [index, exchange] of exchanges.entries()) {
    const { number, request, response } = exchange;
    // In a run, only what a firewall may block leaves out the name of the client.
    const mayBeBlocked = isStopped || (run !== undefined && headerOf(request.headers, 'user-agent') === undefined);
    const front = signOfIntermediary(exchange, () => (mayBeBlocked ? exchanges.slice(0, index) : []));
    if (front === undefined) {
      const isRejected = isStopped && index > lastServed && isGivenKey(request.credential) && response?.status === 401;
      if (isRejected) found.set(number, 'the key was rejected (401)');
      continue;
    }
    // Without the key, the same response may be the service's own: it is not, if one with the key gets it next.
    for (let at = index; isLike(exchanges[at], response); at--) {
      const like = exchanges[at]?.number ?? number;
      if (found.has(like)) break;
      found.set(like, `${front}: something in front of the service blocks it`);
    }
  }
  return found;
}

function isLike(exchange: Exchange | undefined, response: RecordedResponse | undefined): boolean {
  const own = exchange?.response;
  if (own === undefined || response === undefined || hasLimits(own)) return false;
  return own.status === response.status && isPage(own) === isPage(response);
}

/** Returns whether a response is a web page, whatever its type. */
function isPage({ body, headers }: RecordedResponse): boolean {
  if (body.kind !== 'text') return false;
  if (/html/i.test(headerOf(headers, 'content-type') ?? '')) return !isJson({ body });
  return /^\s*<(?:!doctype\s+html|html)\b/i.test(body.text);
}

function isJson({ body }: Pick<RecordedResponse, 'body'>): boolean {
  return body.kind === 'text' && readJson(body.text) !== undefined;
}

function isError({ body }: RecordedResponse): boolean {
  return body.kind === 'text' && /"code"\s*:\s*"/.test(body.text);
}

function hasLimits({ headers }: RecordedResponse): boolean {
  return rateLimitHeaderNames.some((name) => headerOf(headers, name) !== undefined);
}
