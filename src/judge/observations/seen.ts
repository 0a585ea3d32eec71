import type { JsonValue } from '../../json/json.js';
import type { QuestionId } from '../../service/open-questions.js';
import { matchTemplate, parseTemplate } from '../../service/path-template.js';
import { hasPetId, type OperationId, operationIds, operations } from '../../service/petstore.js';
import type { Evidence, Reading } from '../evidence.js';
import { isNoInt64 } from '../path-ids.js';

/** What was seen of one open question. */
export interface Seen {
  readonly choice: JsonValue | undefined;
  readonly note: string;
  readonly readings: readonly Reading[];
  /** Members of the choice that were not seen and have the fake's default. */
  readonly unseen?: readonly string[];
  /** Members that were tested and remain unknown, by name, and why. Contains no text of the service. */
  readonly unknown?: Readonly<Record<string, string>>;
  readonly members?: MemberReadings;
}

/** What shows single members of a choice, if that is not all that shows the choice. */
export type MemberReadings = Readonly<Record<string, readonly Reading[]>>;

/** Observers of some open questions. */
export type Observers = Partial<Readonly<Record<QuestionId, (evidence: Evidence) => Seen>>>;

export function seen(
  choice: JsonValue,
  note: string,
  readings: readonly Reading[],
  notSeen: readonly string[] = [],
  members: MemberReadings = {},
): Seen {
  return { choice, note, readings, unseen: notSeen, members };
}

export function unseen(note: string, readings: readonly Reading[] = []): Seen {
  return { choice: undefined, note, readings };
}

/** Returns the choice that all of these show; no choice if they differ, or one of them is not a choice. */
export function agreed(
  readings: readonly Reading[],
  choiceOf: (reading: Reading) => JsonValue | undefined,
  what: string,
  inWords: (reading: Reading) => string = ({ status }) => `got ${status}`,
): Seen {
  if (readings.length === 0) return unseen(`${what}: no request could show it`);
  const note = `${what}: ${distinct(readings.map(inWords)).slice(0, 5).join(', ')}`;
  const choices = distinct(readings.map((reading) => choiceOf(reading)));
  const [choice] = choices;
  return choices.length === 1 && choice !== undefined ? seen(choice, note, readings) : unseen(note, readings);
}

export function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}

/** Returns the requests with a key that was accepted, and with a response of the service itself. */
export function ordinary({ readings }: Evidence): Reading[] {
  return readings.filter((reading) => isOrdinary(reading) && !reading.isSpecial);
}

export function isOrdinary(reading: Reading): boolean {
  const { status, isCached, isLimited } = reading;
  return (
    reading.isKeyed &&
    status !== undefined &&
    status < 500 &&
    status !== 401 &&
    status !== 403 &&
    !isCached &&
    !isLimited
  );
}

/** Returns the operations with this path, whatever the method. */
export function operationsAt({ exchange }: Reading, { settings }: Evidence): OperationId[] {
  const path = exchange.request.url.split(/[?#]/, 1)[0] ?? '';
  const start = settings.baseUrl.length + 1;
  return operationIds.filter((id) => matchTemplate(parseTemplate(operations[id].path), path, start) !== undefined);
}

/** Returns whether the path of a request has an id that is certainly no int64, whatever the method. */
export function isOfMalformedPet(reading: Reading, evidence: Evidence): boolean {
  const hasId = operationsAt(reading, evidence).some((id) => hasPetId(operations[id]));
  return hasId && isNoInt64(lastSegment(reading));
}

/** Returns the last segment of the path as it was sent. */
export function lastSegment({ exchange }: Reading): string {
  return /\/([^/?#]*)(?:[?#].*)?$/.exec(exchange.request.url)?.[1] ?? '';
}

/** Returns a choice that is the status itself. */
export function statusIn(...statuses: readonly number[]): (reading: Reading) => number | undefined {
  return ({ status }) => (status !== undefined && statuses.includes(status) ? status : undefined);
}

const LONGEST_HEADER = 1_000;

/** Returns whether a value can be sent as a header unchanged: printable ASCII, not too long, no blanks around it. */
export function isHeaderText(value: string): boolean {
  return value.length <= LONGEST_HEADER && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}
