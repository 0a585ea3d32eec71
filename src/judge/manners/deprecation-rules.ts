import { precedes } from '../../exchange/exchange.js';
import { parseHttpDate } from '../../json/dates.js';
import { quote } from '../../json/quoting.js';
import { isoMoment } from '../../json/times.js';
import type { Reading } from '../reading.js';
import { type Evidence, inconclusive, judgeEach, type Note, passes, ruleFamily, violates } from '../rule.js';
import { isOneCaller } from './callers.js';

/** Clients must not call deprecated operations (§4.4, §9). */
export const deprecationRules = ruleFamily({ severity: 'implied' }, [
  {
    id: 'manners/leaves-deprecated-operations',
    title: 'Calls no deprecated operation',
    statements: ['pets.is-deprecated-with-sunset-date', 'versioning.deprecated-operation-has-sunset-date'],
    judge: judgeEach(({ readings }) => readings, judgeLeaving),
  },
  {
    id: 'manners/stops-at-sunset',
    title: 'Calls no deprecated operation after the sunset that its responses announced',
    statements: ['versioning.deprecated-operation-has-sunset-date', 'pets.is-deprecated-with-sunset-date'],
    judge: judgeSunset,
  },
]);

function judgeLeaving(reading: Reading): Note | undefined {
  const { operation } = reading;
  if (operation === undefined) return undefined;
  if (!operation.deprecated) return passes(reading);
  return violates(reading, {
    problem: `${operation.id} was called although it is deprecated`,
    expected: `no call of ${operation.method} ${operation.path}`,
    received: reading.status === undefined ? 'a call without a response' : `a call with status ${reading.status}`,
  });
}

function* judgeSunset({ readings }: Evidence): Iterable<Note> {
  const announced: Sunset[] = [];
  for (const reading of readings) {
    if (!reading.operation?.deprecated) continue;
    const own = readSunset(reading);
    const sunset = own ?? announced.findLast((one) => isKnownTo(reading, one));
    if (own !== undefined) announced.push(own);
    yield sunset === undefined
      ? inconclusive(reading, 'no response announced a sunset date')
      : judgeCall(reading, sunset);
  }
}

function judgeCall(reading: Reading, sunset: Sunset): Note {
  // One clock may be wrong: both the service's Date and the sender's time must be past the sunset.
  if (reading.earliestMs < sunset.atMs) return passes(reading);
  return violates(reading, {
    problem: `${reading.operation?.id} was called after its sunset`,
    expected: `no call from the sunset on (Sunset: ${quote(sunset.text)})`,
    received: `a call at ${isoMoment(reading.earliestMs)}`,
    related: sunset.announcedBy === reading ? [] : [sunset.announcedBy],
  });
}

interface Sunset {
  readonly announcedBy: Reading;
  readonly text: string;
  readonly atMs: number;
}

function readSunset(reading: Reading): Sunset | undefined {
  const text = reading.header('sunset');
  const atMs = parseHttpDate(text?.trim() ?? '');
  return text === undefined || atMs === undefined ? undefined : { announcedBy: reading, text, atMs };
}

/** The same operation, but a client with another key may never have seen the announcement. */
function isKnownTo(reading: Reading, { announcedBy }: Sunset): boolean {
  const isSame = announcedBy.operation === reading.operation && isOneCaller(announcedBy, reading);
  return isSame && precedes(announcedBy.exchange, reading.exchange);
}
