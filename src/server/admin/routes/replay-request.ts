import { handle } from '../../../../mocks/handle.js';
import type { SentRequest } from '../../../../mocks/journal/journal.js';
import { type Accounts, knownAccount } from '../../../../mocks/limits/accounts.js';
import type { PetstoreRequest } from '../../../../mocks/neutral-http.js';
import type { World } from '../../../../mocks/world.js';
import type { ReplayOptions, RequestDetail } from '../../../admin/schemas/requests.js';
import type { HeaderList, RecordedRequest } from '../../../exchange/exchange.js';
import { InputError } from '../../../spec/validation/input-error.js';
import { parseTarget } from '../../received-request.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { AdminHttpError } from '../admin-http-error.js';
import { type AdminCall, plainBody } from '../admin-route.js';
import { serialiseExchange } from '../serialise-requests.js';
import { recordedRequest } from './recorded-request.js';

const ATTEMPTED = 'Replaying a request';

/** What is known of a request of the journal. */
interface Known {
  /** As the journal shows it, without secrets. */
  readonly shown: RecordedRequest;
  /** As it was sent; undefined if it comes from a state that was saved as a file. */
  readonly sent: SentRequest | undefined;
}

/**
 * Sends a request of the journal to its world again, as it was or changed: the road of every request, but without a connection, so
 * that no response is delayed or cut off. Throws an InputError for what cannot be sent, and an AdminHttpError for a request that is
 * not in the journal, or would not be.
 */
export function replayRequest(call: AdminCall): RequestDetail | Promise<RequestDetail> {
  const { served, worlds } = call;
  const { world, log, traffic } = served;
  const { number, request: shown } = recordedRequest(log, call.path).exchange;
  const known = { shown, sent: world.journal.sentRequest(number) };
  const { callerAddress } = call.request;
  const request = { ...replayOf(known, plainBody(call), world), callerAddress, replayOf: number };
  const before = log.latest;
  if (worlds.carryOut !== undefined) {
    return worlds.carryOut(served.id, request).then(() => recordedReplay(served, number, before));
  }
  const response = handle(request, world);
  const replay = recordedReplay(served, number, before);
  traffic.count(response.cut === 'reset' ? undefined : response.status);
  return replay;
}

/** With other servers, further requests may have come since. */
const MOST_SINCE = 1_000;

function recordedReplay({ log, world }: ServedWorld, number: number, before: number): RequestDetail {
  const line = log.newest(before, MOST_SINCE).lines.findLast(({ replayOf }) => replayOf === number);
  if (line === undefined) throw notRecordedError();
  return serialiseExchange(line, recordedRequest(log, { number: String(line.number) }).exchange, world.accounts);
}

function replayOf(known: Known, options: ReplayOptions, world: World): Omit<PetstoreRequest, 'callerAddress'> {
  const { shown, sent } = known;
  const { method = sent?.method ?? shown.method } = options;
  // Like the server, which does not read a body there.
  const body = method === 'GET' || method === 'HEAD' ? new Uint8Array() : bodyOf(known, options);
  const headers = headersOf(known, options, world.accounts);
  return {
    method,
    ...targetOf(known, options),
    headers: options.body === undefined ? headers : withLength(headers, body),
    body: body.length > world.behaviour['body-limit'] ? 'too-large' : body,
  };
}

function targetOf({ shown, sent }: Known, { target }: ReplayOptions): Pick<PetstoreRequest, 'path' | 'query'> {
  const { pathname, search } = new URL(shown.url);
  if (target === undefined || target === pathname + search) {
    return { path: sent?.path ?? pathname, query: (sent === undefined ? search : sent.query) ?? '' };
  }
  // In a request, each byte is a character.
  const url = parseTarget(Buffer.from(target).toString('latin1'), 'http://localhost');
  if (url !== undefined) return { path: url.pathname, query: url.search };
  throw new InputError(ATTEMPTED, 'the target is not a path', 'Try {"target":"/v1/inventory"}.');
}

/** What the journal shows instead of a secret. */
const HIDDEN = /^removed$|\b(?:secret|key)#\d+/;

/** A header that reads as it is shown is sent as it was, with its secret. */
function headersOf(known: Known, { headers, key }: ReplayOptions, accounts: Accounts): HeaderList {
  const { shown, sent } = known;
  const isReplaced = (name: string) => key !== undefined && name === 'authorization';
  const kept = (headers ?? shown.headers).flatMap(([written = '', value = ''], index): HeaderList => {
    const name = written.toLowerCase();
    if (isReplaced(name)) return [];
    const isSame = ([each, shownValue]: HeaderList[number]) => each.toLowerCase() === name && shownValue === value;
    const place = headers === undefined ? index : shown.headers.findIndex(isSame);
    if (place === -1) return [checkedHeader(name, value)];
    const original = sent?.headers[place];
    if (original !== undefined) return [original];
    if (name === 'authorization') return restoredCredential(shown, accounts);
    return HIDDEN.test(value) ? [] : [[name, value]];
  });
  return key == null ? kept : [...kept, ['authorization', `Bearer ${textOfKey(key, accounts)}`]];
}

function checkedHeader(name: string, value: string): HeaderList[number] {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\0\r\n]/.test(value)) return [name, value];
  const problem = 'a header has a name or value that HTTP does not allow';
  throw new InputError(ATTEMPTED, problem, 'Try {"headers":[["accept","application/json"]]}.');
}

function textOfKey(keyOrAlias: string, accounts: Accounts): string {
  // A key that was deleted is sent, too, for its 401.
  const text = accounts.given.get(keyOrAlias) ?? (accounts.isGiven(keyOrAlias) ? keyOrAlias : undefined);
  if (text === undefined) knownAccount(accounts, ATTEMPTED, keyOrAlias);
  return text ?? keyOrAlias;
}

function restoredCredential({ credential, headers }: RecordedRequest, accounts: Accounts): HeaderList {
  const given = credential.kind === 'bearer' ? accounts.given.get(credential.name) : undefined;
  if (given !== undefined) return [['authorization', `Bearer ${given}`]];
  const isEmpty = headers.every(([name, value]) => name.toLowerCase() !== 'authorization' || !HIDDEN.test(value));
  if (isEmpty) return [];
  const problem = 'its credentials are no longer known: it comes from a state that was saved as a file';
  throw new InputError(ATTEMPTED, problem, 'Pass a key, such as {"key":"key#1"}, or {"key":null} for none.');
}

function bodyOf({ shown, sent }: Known, { body }: ReplayOptions): Uint8Array {
  const encode = (text: string | null | undefined) => new TextEncoder().encode(text ?? '');
  if (body !== undefined) return encode(body);
  if (sent !== undefined && sent.body !== 'too-large') return sent.body;
  if (sent === undefined && !shown.isBodyMissing) return encode(shown.body);
  const problem = sent ? 'its body was too large to record' : 'its body was not saved with its state';
  throw new InputError(ATTEMPTED, problem, 'Pass a body, such as {"body":"{\\"quantity\\":5}"}, or {"body":null}.');
}

function withLength(headers: HeaderList, { length }: Uint8Array): HeaderList {
  const others = headers.filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding');
  return length === 0 ? others : [...others, ['content-length', String(length)]];
}

function notRecordedError(): AdminHttpError {
  const problem = 'The request was sent, but the journal does not have it';
  return new AdminHttpError(
    409,
    `${problem}: it is a CORS preflight, or the journal was cleared or restored meanwhile.`,
  );
}
