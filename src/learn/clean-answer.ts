import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';
import { bearerChallenge } from '../spec/bearer-challenge.js';
import { parseHttpDate } from '../spec/http-date.js';
import { isIso8601 } from '../spec/iso-8601.js';
import type { QuestionId } from '../spec/open-questions.js';
import { isPlain } from './plain-text.js';

type Stored = readonly string[];

/** Which texts of an answer may stay, where it is, or holds, texts as the service wrote them. */
const worded: { readonly [Id in QuestionId]?: (text: string, name: string, stored: Stored) => boolean } = {
  'error-codes': (text, _, stored) => isPlain(text, stored),
  'error-messages': (text, _, stored) => isPlain(text, stored),
  // The other texts there are words of the register.
  'message-id-format': (text, name, stored) => name !== 'prefix' || isPlain(text, stored),
  'cache-control': (text, _, stored) => DIRECTIVES.test(text) && isPlain(text, stored),
  'www-authenticate': (text, _, stored) => isPlain(text, stored, 'addresses'),
  'deprecation-headers': (text, name, stored) =>
    name === 'Link' ? LINKS.test(text) && isPlain(text, stored, 'addresses') : isMoment(text),
};

/** What stands in the place of a member that is taken out, where leaving it out would say something else. */
const standIns: { readonly [Id in QuestionId]?: JsonObject } = { 'www-authenticate': bearerChallenge };

/** Such as `private, max-age=60`; what is quoted there are names of fields. */
const DIRECTIVES = /^[a-z-]{1,30}(?:=\d{1,10})?(?:\s*,\s*[a-z-]{1,30}(?:=\d{1,10})?)*$/i;
/** Links that say where they lead and how, and nothing in words of their own. */
const LINK = '<(?:https?:/)?/[^\\s<>"]*>(?:\\s*;\\s*(?:rel|type)="?[\\w./+ -]{1,80}"?)+';
const LINKS = new RegExp(`^${LINK}(?:\\s*,\\s*${LINK})*$`);

/** A switch, a Unix time, or a date. */
function isMoment(text: string): boolean {
  return /^(?:true|\?1|@?-?\d{1,13})$/i.test(text) || parseHttpDate(text) !== undefined || isIso8601(text);
}

export interface CleanAnswer {
  /** Undefined where nothing is left of it. */
  readonly answer: JsonValue | undefined;
  /** Members that were taken out. */
  readonly removed: readonly string[];
}

/** Takes texts out of an answer that may be more than the service's own words. `stored`: the texts in pets, orders and messages. */
export function cleanAnswer(id: QuestionId, answer: JsonValue, stored: Stored): CleanAnswer {
  const test = worded[id];
  const mayStay = ([name, value]: readonly [string, JsonValue]) =>
    test === undefined || typeof value !== 'string' || test(value, name, stored);
  if (!isJsonObject(answer)) {
    // Every other answer that is one text is one of the choices that the register names.
    const isChoice = id !== 'cache-control';
    return { answer: isChoice || mayStay(['', answer]) ? answer : undefined, removed: [] };
  }
  const kept = Object.entries(answer).filter(mayStay);
  const removed = Object.keys(answer).filter((name) => !kept.some(([each]) => each === name));
  if (removed.length === 0) return { answer, removed };
  if (kept.length === 0) return { answer: undefined, removed };
  const usual = Object.entries(standIns[id] ?? {}).filter(([name]) => removed.includes(name));
  return { answer: Object.fromEntries([...kept, ...usual]), removed };
}
