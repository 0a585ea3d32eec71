import { parseJson } from '../../src/json/parse-json.js';
import { quote } from '../../src/json/quote.js';
import type { HeaderList } from '../../src/transcript/exchange.js';
import type { ReceivedAnswer } from '../../src/transcript/received-answer.js';
import type { OutgoingRequest, SendFailure } from '../sending/sender.js';
import { explainRefusal } from './explain-refusal.js';
import { type ListedPet, quantityText, readListedPet } from './listed-pet.js';
import type { PendingWrite, RestoreJournal } from './restore-journal.js';

export interface RestoreSurroundings {
  readonly send: (request: OutgoingRequest) => Promise<ReceivedAnswer | SendFailure>;
  /** Sent with every request; the key is among them. */
  readonly headers: HeaderList;
  /** Asks the user; answers whether they said yes. */
  readonly confirm: (question: string) => Promise<boolean>;
  readonly journal: Pick<RestoreJournal, 'close'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface RestoreOutcome {
  /** `open`: the entry stays in the journal, to be tried again. */
  readonly state: 'unchanged' | 'restored' | 'open';
  /** What was found and done, in one line. */
  readonly message: string;
}

/**
 * Sets one pet back to the quantity that it had before a run wrote to it, and closes its entry. Where the pet has a
 * quantity that the run cannot have caused, the user is asked. Between looking and writing another may write: that
 * cannot be helped, since the service knows no conditional requests.
 */
export async function restorePending(write: PendingWrite, surroundings: RestoreSurroundings): Promise<RestoreOutcome> {
  const { confirm, journal } = surroundings;
  const { baseUrl, petId, original } = write;
  const leaveOpen = (problem: string): RestoreOutcome => ({
    state: 'open',
    message: `pet ${petId} at ${baseUrl} was not restored: ${problem}`,
  });

  const found = await look(write, surroundings);
  if (typeof found === 'string') return leaveOpen(found);
  if (isQuantity(found, original)) {
    await journal.close(baseUrl, petId);
    return { state: 'unchanged', message: `pet ${petId} at ${baseUrl} has ${original}: there is nothing to restore` };
  }
  const isOurs = write.possible.some((each) => isQuantity(found, each));
  if (!isOurs && !(await confirm(questionOf(write, found)))) return leaveOpen('you said no');

  const refusal = await setBack(write, surroundings);
  if (refusal !== undefined) return leaveOpen(refusal);
  const after = await look(write, surroundings);
  if (typeof after === 'string') return leaveOpen(`it was set to ${original}, but then ${after}`);
  if (!isQuantity(after, original)) return leaveOpen(`it was set to ${original}, yet it has ${shown(after)}`);
  await journal.close(baseUrl, petId);
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

/** Answers the pet as it is listed, or why that cannot be told. */
async function look(
  { baseUrl, petId }: PendingWrite,
  { send, headers, now }: RestoreSurroundings,
): Promise<ListedPet | string> {
  const answer = await send({ method: 'GET', url: `${baseUrl}/inventory`, headers, body: undefined });
  if ('cause' in answer) return answer.cause;
  return explainRefusal(answer, now()) ?? readListedPet(answer, petId);
}

/** Answers why it could not be done. */
async function setBack(
  { baseUrl, petId, original }: PendingWrite,
  { send, headers, now }: RestoreSurroundings,
): Promise<string | undefined> {
  const answer = await send({
    method: 'PATCH',
    url: `${baseUrl}/inventory/${petId}`,
    headers: [...headers, ['Content-Type', 'application/json']],
    body: `{"quantity":${original}}`,
  });
  return 'cause' in answer ? answer.cause : explainRefusal(answer, now());
}
