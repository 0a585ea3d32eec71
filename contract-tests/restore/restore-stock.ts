import { type HeaderList, headerOf, type WireResponse } from '../../src/exchange/exchange.js';
import { parseRecordedJson } from '../../src/judge/evidence.js';
import {
  integerOf,
  isJsonObject,
  JsonError,
  type JsonObject,
  type JsonValue,
  parseJson,
  writeJson,
} from '../../src/spec/json.js';
import { quote } from '../../src/spec/quoting.js';
import { parseRetryAfter } from '../../src/spec/rate-limit-headers.js';
import type { OutgoingRequest, SendFailure } from '../sending/sender.js';
import type { PendingWrite, RestoreLog } from './restore-log.js';

export interface RestoreDependencies {
  readonly send: (request: OutgoingRequest) => Promise<WireResponse | SendFailure>;
  /** Sent with every request; the key is among them. */
  readonly headers: HeaderList;
  /** Asks the user; returns whether they said yes. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly restoreLog: Pick<RestoreLog, 'close'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface RestoreResult {
  /** `open`: the entry stays in the restore log, to be tried again. */
  readonly state: 'unchanged' | 'restored' | 'open';
  /** What was found and done, in one line. */
  readonly message: string;
}

/**
 * Sets one pet back to the quantity that it had before a run wrote to it, and closes its entry. Where the pet has a
 * quantity that the run cannot have caused, the user is asked. Between looking and writing another may write: that
 * cannot be helped, since the service knows no conditional requests.
 */
export async function restorePending(write: PendingWrite, surroundings: RestoreDependencies): Promise<RestoreResult> {
  const { confirm, restoreLog } = surroundings;
  const { baseUrl, petId, original } = write;
  const leaveOpen = (problem: string): RestoreResult => ({
    state: 'open',
    message: `pet ${petId} at ${baseUrl} was not restored: ${problem}`,
  });

  const found = await look(write, surroundings);
  if (typeof found === 'string') return leaveOpen(found);
  if (isQuantity(found, original)) {
    await restoreLog.close(baseUrl, petId);
    return { state: 'unchanged', message: `pet ${petId} at ${baseUrl} has ${original}: there is nothing to restore` };
  }
  const isOurs = write.possible.some((each) => isQuantity(found, each));
  if (!isOurs && !(await confirm(questionOf(write, found)))) return leaveOpen('you said no');

  const refusal = await setBack(write, surroundings);
  if (refusal !== undefined) return leaveOpen(refusal);
  const after = await look(write, surroundings);
  if (typeof after === 'string') return leaveOpen(`it was set to ${original}, but then ${after}`);
  if (!isQuantity(after, original)) return leaveOpen(`it was set to ${original}, yet it has ${shown(after)}`);
  await restoreLog.close(baseUrl, petId);
  const status =
    after.status === found.status
      ? ''
      : `; meanwhile its status went from ${quote(found.status)} to ${quote(after.status)}`;
  return { state: 'restored', message: `pet ${petId} at ${baseUrl} has ${original} again${status}` };
}

function isQuantity({ quantity }: ListedPet, json: string): boolean {
  return quantity === quantityText(parseJson(json));
}

function questionOf({ baseUrl, petId, original }: PendingWrite, found: ListedPet): string {
  const now = `pet ${petId} at ${baseUrl} has ${shown(found)} now, which the run cannot have caused`;
  return `${now}; the run wrote down ${original} as the original. Set it to ${original}?`;
}

function shown({ quantity }: ListedPet): string {
  return /^-?\d+$/.test(quantity) ? quantity : quote(quantity);
}

/** Returns the pet as it is listed, or why that cannot be told. */
async function look(
  { baseUrl, petId }: PendingWrite,
  { send, headers, now }: RestoreDependencies,
): Promise<ListedPet | string> {
  const response = await send({ method: 'GET', url: `${baseUrl}/inventory`, headers, body: undefined });
  if ('cause' in response) return response.cause;
  return explainErrorResponse(response, now()) ?? readListedPet(response, petId);
}

/** Returns why it could not be done. */
async function setBack(
  { baseUrl, petId, original }: PendingWrite,
  { send, headers, now }: RestoreDependencies,
): Promise<string | undefined> {
  const response = await send({
    method: 'PATCH',
    url: `${baseUrl}/inventory/${petId}`,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: `{"quantity":${original}}`,
  });
  return 'cause' in response ? response.cause : explainErrorResponse(response, now());
}

/** A pet of an inventory that need not conform. */
interface ListedPet {
  /** In the form of {@link quantityText}. */
  readonly quantity: string;
  readonly status: string;
}

/** Finds a pet in an answer to `GET /inventory`; answers why not in words. */
function readListedPet(response: WireResponse, petId: string): ListedPet | string {
  const list = readList(response);
  if (typeof list === 'string') return list;
  const entries = list.filter(isJsonObject).filter((entry) => isPet(entry, petId));
  const [entry] = entries;
  if (entry === undefined) return 'the pet is no longer listed';
  if (entries.length > 1) return 'the pet is listed several times';
  const { quantity = null, status = null } = entry;
  return { quantity: quantityText(quantity), status: typeof status === 'string' ? status : writeJson(status) };
}

/** Returns the one text for all ways to write an integer (`1e2` is `100`), else the JSON itself. */
function quantityText(value: JsonValue): string {
  return String(integerOf(value) ?? writeJson(value));
}

function readList({ body, incomplete }: WireResponse): JsonValue[] | string {
  if (incomplete !== undefined) return `the inventory did not come whole: ${incomplete}`;
  try {
    const list = parseRecordedJson(new TextDecoder().decode(body));
    return Array.isArray(list) ? list : 'the inventory is no list';
  } catch (error) {
    if (error instanceof JsonError) return 'the inventory is no JSON';
    throw error;
  }
}

function isPet({ petId }: JsonObject, wanted: string): boolean {
  return petId !== undefined && integerOf(petId) === BigInt(wanted);
}

/** Returns why an answer is no success, as the end of a sentence; undefined when it is one. */
function explainErrorResponse({ status, headers }: WireResponse, nowMs: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return `the service refused the key (${status})`;
  if (status === 404) return 'the service does not know the pet or the address (404)';
  if (status === 429) return explainLimit(headerOf(headers, 'retry-after'), nowMs);
  return `the service answered ${status}`;
}

function explainLimit(retryAfter: string | undefined, nowMs: number): string {
  const untilMs = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, nowMs);
  const until = untilMs === undefined ? undefined : new Date(untilMs);
  if (until === undefined || Number.isNaN(until.getTime())) return 'the key is limited (429); run it again in a minute';
  return `the key is limited until ${until.toISOString()} (429); run it again then`;
}
