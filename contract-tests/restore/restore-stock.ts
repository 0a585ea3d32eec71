import { type HeaderList, headerOf, type WireResponse } from '../../src/exchange/exchange.js';
import { readJson } from '../../src/exchange/recorded-json.js';
import { integerOf } from '../../src/json/exact-number.js';
import { isJsonObject, type JsonValue, writeJson } from '../../src/json/json.js';
import { quote } from '../../src/json/quoting.js';
import { momentNear } from '../../src/json/times.js';
import { parseRetryAfter } from '../../src/service/rate-limit-headers.js';
import type { OutgoingRequest, SendFailure } from '../sending/sender.js';
import type { PendingWrite, RestoreLog } from './restore-log.js';

export interface RestoreDependencies {
  readonly send: (request: OutgoingRequest) => Promise<WireResponse | SendFailure>;
  /** Sent with every request; one of them contains the key. */
  readonly headers: HeaderList;
  /** Asks the user; returns whether the user agrees. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly restoreLog: Pick<RestoreLog, 'close'>;
  readonly now: () => number;
}

export interface RestoreResult {
  /** `open`: the entry stays in the restore log, to be tried again. */
  readonly state: 'unchanged' | 'restored' | 'open';
  readonly message: string;
}

/** Restores the quantity that a pet had, and closes its entry. Asks the user if the run cannot have caused the current quantity. */
export async function restorePending(write: PendingWrite, dependencies: RestoreDependencies): Promise<RestoreResult> {
  const { confirm, restoreLog } = dependencies;
  const { baseUrl, petId, original, possible } = write;
  const pet = `pet ${petId} at ${baseUrl}`;
  const leaveOpen = (problem: string): RestoreResult => ({
    state: 'open',
    message: `${pet} was not restored: ${problem}`,
  });

  const found = await readPet(write, dependencies);
  if (typeof found === 'string') return leaveOpen(found);
  const wanted = quantityText(readJson(original));
  if (found.quantity === wanted) {
    await restoreLog.close(baseUrl, petId);
    return { state: 'unchanged', message: `${pet} has quantity ${original}: nothing to restore` };
  }
  if (!possible.some((each) => quantityText(readJson(each)) === found.quantity)) {
    const problem = `${pet} has quantity ${shown(found)}, which the check cannot have written`;
    if (!(await confirm(`${problem}. Restore the original quantity ${original}?`))) return leaveOpen('you declined');
  }
  const response = await request(write, dependencies, `/${petId}`, `{"quantity":${original}}`);
  if (typeof response === 'string') return leaveOpen(response);
  const after = await readPet(write, dependencies);
  if (typeof after === 'string') return leaveOpen(`after the update to ${original}, ${after}`);
  if (after.quantity !== wanted) return leaveOpen(`after the update to ${original}, it has ${shown(after)}`);
  await restoreLog.close(baseUrl, petId);
  const status =
    after.status === found.status ? '' : `; its status changed from ${quote(found.status)} to ${quote(after.status)}`;
  return { state: 'restored', message: `${pet} has quantity ${original} again${status}` };
}

interface ListedPet {
  readonly quantity: string;
  readonly status: string;
}

function shown({ quantity }: ListedPet): string {
  return /^-?\d+$/.test(quantity) ? quantity : quote(quantity);
}

/** Returns one text for all ways to write an integer (`1e2` is `100`), else the JSON itself. */
function quantityText(value: JsonValue = null): string {
  return String(integerOf(value) ?? writeJson(value));
}

async function readPet(write: PendingWrite, dependencies: RestoreDependencies): Promise<ListedPet | string> {
  const response = await request(write, dependencies);
  if (typeof response === 'string') return response;
  if (response.incomplete !== undefined) return `the inventory is incomplete: ${response.incomplete}`;
  const list = readJson(new TextDecoder().decode(response.body));
  if (!Array.isArray(list)) return 'the inventory is not a JSON array';
  const petId = BigInt(write.petId);
  const [entry, another] = list.filter(isJsonObject).filter((each) => integerOf(each.petId) === petId);
  if (entry === undefined) return 'the pet is no longer listed';
  if (another !== undefined) return 'the pet is listed several times';
  const { quantity, status = null } = entry;
  return { quantity: quantityText(quantity), status: typeof status === 'string' ? status : writeJson(status) };
}

async function request(
  { baseUrl }: PendingWrite,
  { send, headers, now }: RestoreDependencies,
  path = '',
  body?: string,
): Promise<WireResponse | string> {
  const response = await send({
    method: body === undefined ? 'GET' : 'PATCH',
    url: `${baseUrl}/inventory${path}`,
    headers: body === undefined ? headers : [...headers, ['Content-Type', 'application/json']],
    body,
  });
  if ('cause' in response) return response.cause;
  const { status } = response;
  if (status >= 200 && status < 300) return response;
  if (status === 401 || status === 403) return `the service rejected the key (${status})`;
  if (status === 404) return 'the pet or the URL was not found (404)';
  return status === 429 ? explainLimit(response, now()) : `the service returned ${status}`;
}

function explainLimit({ headers }: WireResponse, nowMs: number): string {
  const untilMs = parseRetryAfter(headerOf(headers, 'retry-after') ?? '', nowMs);
  const until = untilMs === undefined ? 'in a minute' : `after ${momentNear(untilMs, nowMs)}`;
  return `the quota of the key is used up (429); try again ${until}`;
}
