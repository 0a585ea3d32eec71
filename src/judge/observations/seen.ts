import type { JsonValue } from '../../json/json.js';
import type { Operation } from '../../service/service.js';
import { isNoInt64, operationsWithPath, type Reading } from '../reading.js';
import type { Evidence, Seen } from '../rule.js';

export function seen(
  choice: JsonValue,
  note: string,
  readings: readonly Reading[],
  notSeen: readonly string[] = [],
  members: Seen['members'] & object = {},
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

export function operationsAt({ exchange }: Reading, { settings, judged }: Evidence): Operation[] {
  const path = exchange.request.url.split(/[?#]/, 1)[0] ?? '';
  return operationsWithPath(judged.service, path.slice(settings.baseUrl.length + 1));
}

/** Returns whether the path of a request has an id that is certainly not an int64, whatever the method. */
export function hasMalformedIdAt(reading: Reading, evidence: Evidence): boolean {
  return operationsAt(reading, evidence).some(({ pathId }) => pathId !== undefined) && isNoInt64(lastSegment(reading));
}

export function lastSegment({ exchange }: Reading): string {
  return /\/([^/?#]*)(?:[?#].*)?$/.exec(exchange.request.url)?.[1] ?? '';
}

export function statusIn(...statuses: readonly number[]): (reading: Reading) => number | undefined {
  return ({ status }) => (status !== undefined && statuses.includes(status) ? status : undefined);
}

const LONGEST_HEADER = 1_000;

/** Returns whether a value can be sent as a header unchanged: printable ASCII, not too long, no blanks around it. */
export function isHeaderText(value: string): boolean {
  return value.length <= LONGEST_HEADER && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}
