import type { Exchange } from '../exchange/exchange.js';
import { redactExchange } from '../exchange/redact-exchange.js';
import type { Redactor } from '../exchange/redactor.js';
import type { ReceivedTranscript, Transcript } from '../exchange/transcript.js';
import { memoize } from '../json/memoize.js';
import { rateLimitHeaderNames } from '../service/rate-limit-headers.js';
import { KnownBodies, type Reading, readExchange } from './reading.js';
import type { Evidence, JudgeSettings } from './rule.js';
import { petstoreJudge } from './rules/index.js';

export { objectOf, type ReadBody, type Reading, readExchange } from './reading.js';
export type { Evidence, JudgeSettings } from './rule.js';

/** Returns the part of an exchange that is judged. */
type JudgedPart = (exchange: Exchange, secrets: Redactor | undefined) => Exchange;

export function gatherEvidence(
  transcript: Transcript | ReceivedTranscript,
  settings: JudgeSettings,
  part?: JudgedPart,
): Evidence {
  const steps = gatherInSteps(transcript, settings, part);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Gathers the same evidence, an exchange at a step: for who has other things to do meanwhile. */
export function* gatherInSteps(
  transcript: Transcript | ReceivedTranscript,
  settings: JudgeSettings,
  part: JudgedPart = (exchange) => exchange,
): Generator<void, Evidence> {
  const secrets = 'secrets' in transcript ? transcript.secrets : undefined;
  const known = new KnownBodies();
  const { judged = petstoreJudge } = settings;
  const readings: (Reading | undefined)[] = [];
  // Where there is no room for all, the newest are read.
  for (const exchange of transcript.exchanges.toReversed()) {
    readings.push(readExchange(part(exchange, secrets), settings, judged.service, known));
    yield;
  }
  readings.reverse();
  const found = markCopies(readings.filter((reading) => reading !== undefined)).map(asDocumented);
  return { settings, judged, readings: found, secrets };
}

/** Returns the evidence without secrets, for those who repeat what they read: observers of open questions, and learning. */
export const redactEvidence = memoize((evidence: Evidence): Evidence => {
  const { settings, judged, readings, secrets } = evidence;
  if (secrets === undefined) return evidence;
  const received = readings.map(({ exchange }) => exchange);
  const exchanges = received.map((exchange) => redactExchange(exchange, secrets));
  if (exchanges.every((exchange, index) => exchange === received[index])) return { settings, judged, readings };
  return gatherEvidence({ exchanges, run: undefined }, settings);
});

/** A path that is spelled in another way than the document's may be another path to the service, which need not decode or normalise. */
function asDocumented(reading: Reading): Reading {
  if (reading.isUsualPath) return reading;
  return { ...reading, operation: undefined, pathId: undefined, pathIds: [] };
}

/** Marks repeated responses of a cache within one second: their `Age` is 0, but they repeat the `Date` of the original. */
function markCopies(readings: readonly Reading[]): Reading[] {
  const originals = new Set<string>();
  return readings.map((reading) => {
    const { exchange, header, isCached } = reading;
    if (isCached || exchange.request.method !== 'GET' || header('age') === undefined) return reading;
    const mark = [exchange.request.url, ...['Date', ...rateLimitHeaderNames].map(header)].join(' ');
    const isCopy = originals.has(mark);
    originals.add(mark);
    return isCopy ? { ...reading, isCached: true } : reading;
  });
}

/** Returns the exchanges whose bodies are not judged, since memory has no room for them. */
export const unreadIn = memoize(({ readings }: Evidence): readonly Reading[] =>
  readings.filter(({ received }) => received.kind === 'unknown' && received.isUnread),
);
