import { parseHttpDate } from '../../spec/dates.js';
import { type Operation, operations } from '../../spec/operations.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';
import { isOneCaller } from './callers.js';

/** That clients leave what is deprecated (§4.4, §9). */
export const deprecationRules: readonly Rule[] = [
  {
    id: 'manners/leaves-deprecated-operations',
    title: 'Calls no deprecated operation',
    statements: ['pets.is-deprecated-with-sunset-date', 'versioning.deprecated-operation-has-sunset-date'],
    severity: 'implied',
    class: 'passive',
    judge: judgeLeaving,
  },
  {
    id: 'manners/stops-at-sunset',
    title: 'Calls no deprecated operation after the sunset that its responses announced',
    statements: ['versioning.deprecated-operation-has-sunset-date', 'pets.is-deprecated-with-sunset-date'],
    severity: 'implied',
    class: 'passive',
    judge: judgeSunset,
  },
];

function* judgeLeaving({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    const operation = operationOf(reading);
    if (operation === undefined) continue;
    if (!operation.deprecated) yield passes(reading);
    else {
      yield violates(reading, {
        problem: `${operation.id} was called although it is deprecated`,
        expected: `no call of ${operation.method} ${operation.path}`,
        received: `a call, answered ${reading.status ?? 'by nobody'}`,
      });
    }
  }
}

function* judgeSunset({ readings }: Evidence): Iterable<Note> {
  const announced: Sunset[] = [];
  for (const reading of readings) {
    const operation = operationOf(reading);
    if (operation?.deprecated !== true) continue;
    const own = readSunset(reading);
    const sunset = own ?? announced.findLast((one) => isKnownTo(reading, one));
    if (own !== undefined) announced.push(own);
    yield sunset === undefined
      ? inconclusive(reading, 'no response announced a sunset date')
      : judgeCall(reading, operation, sunset);
  }
}

function judgeCall(reading: Reading, { id }: Operation, sunset: Sunset): Note {
  // A clock alone may be wrong: the service's Date and the sender's time have to agree that it is over.
  if (reading.earliestMs < sunset.atMs) return passes(reading);
  return violates(reading, {
    problem: `${id} was called after its sunset`,
    expected: `no call from the sunset on (Sunset: ${quote(sunset.text)})`,
    received: `a call on ${new Date(reading.earliestMs).toUTCString()}`,
    related: sunset.toldBy === reading ? [] : [sunset.toldBy],
  });
}

interface Sunset {
  readonly toldBy: Reading;
  readonly text: string;
  readonly atMs: number;
}

function readSunset(reading: Reading): Sunset | undefined {
  const text = reading.header('sunset');
  const atMs = parseHttpDate(text?.trim() ?? '');
  return text === undefined || atMs === undefined ? undefined : { toldBy: reading, text, atMs };
}

/** The same operation, but a client with another key may never have seen the announcement. */
function isKnownTo(reading: Reading, { toldBy }: Sunset): boolean {
  const isSame = toldBy.operation === reading.operation && isOneCaller(toldBy, reading);
  return isSame && toldBy.exchange.endedMs <= reading.exchange.startedMs;
}

function operationOf({ operation }: Reading): Operation | undefined {
  return operation && operations[operation];
}
