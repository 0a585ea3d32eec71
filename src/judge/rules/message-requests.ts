import { isJsonObject, type JsonObject } from '../../json/json-value.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { isGood, isSentAsJson, strictJson } from './good-requests.js';
import { isAccepted, whyUntold } from './ordinary-answers.js';

/** A message as the document describes it: an object with one field, a text. */
export interface SentMessage {
  readonly reading: Reading;
  readonly text: string;
}

/** A message that was accepted, with the object that came back. */
export interface Receipt extends SentMessage {
  readonly body: JsonObject;
}

/** Answers the messages that are valid in every respect that the document names, in order. */
export function validMessages({ readings }: Evidence): SentMessage[] {
  return readings.flatMap((reading) => {
    const text = isWellSentMessage(reading) ? textOf(reading) : undefined;
    return text === undefined ? [] : [{ reading, text }];
  });
}

export function receipts(evidence: Evidence): Receipt[] {
  return validMessages(evidence).flatMap(({ reading, text }) => {
    const body = isAccepted(reading) && !reading.isCached ? objectOf(reading.received) : undefined;
    return body === undefined ? [] : [{ reading, text, body }];
  });
}

/** Tells whether a message was sent as JSON, with a key that may be good. */
export function isWellSentMessage(reading: Reading): boolean {
  return reading.operation === 'sendMessage' && isSentAsJson(reading) && isGood(reading);
}

/** Answers the text of a valid body; undefined where it is none, or no Unicode text (half a surrogate pair). */
export function textOf(reading: Reading): string | undefined {
  const body = strictJson(reading);
  if (!isJsonObject(body) || Object.keys(body).length !== 1 || typeof body.message !== 'string') return undefined;
  return /\p{Surrogate}/u.test(body.message) ? undefined : body.message;
}

/** Where messages live is stated nowhere: a 404 or 405 says that they do not live here. */
export function whyUntoldMessage(reading: Reading): string | undefined {
  const isElsewhere = reading.status === 404 || reading.status === 405;
  return isElsewhere ? `answered ${reading.status}: messages may live at another address` : whyUntold(reading);
}
