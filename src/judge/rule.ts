import { headerOf, precedes } from '../exchange/exchange.js';
import type { Redactor } from '../exchange/redactor.js';
import type { Level, RunFacts } from '../exchange/transcript.js';
import { JsonError, type JsonObject, type JsonValue, parseJson } from '../json/json.js';
import { memoize } from '../json/memoize.js';
import { quote } from '../json/quoting.js';
import type { QuestionId } from '../service/questions/open-questions.js';
import type { Service } from '../service/service.js';
import type { Reading } from './reading.js';

/** A service as it is judged: its description, and what must hold for each operation. */
export interface JudgedService {
  readonly service: Service;
  /** By the id of the operation. */
  readonly operations: Readonly<Record<string, OperationRules>>;
  /** The catalogue, in the order of reports: those that hold for all operations, and those of each. */
  readonly rules: readonly Rule[];
}

/** What the judge knows of one operation beside its description. */
export interface OperationRules {
  readonly rules: readonly Rule[];
  /** Returns whether a request that is valid by its schema cannot be rejected for its values. Omitted: its schema says it all. */
  readonly isOrdinary?: (reading: Reading, evidence: Evidence) => boolean;
  /** Returns whether the document leaves open which status a request gets. */
  readonly isOpen?: (reading: Reading) => boolean;
  /** Returns whether a value of the right type may be out of bounds. */
  readonly mayBeOutOfRange?: (reading: Reading, evidence: Evidence) => boolean;
  /** Returns the value that a valid body asks the store to keep. */
  readonly valueIn?: (body: JsonObject) => JsonValue | undefined;
  /** How the open questions about it are observed; a text is the reason why one cannot be. */
  readonly observers?: Observers;
}

/** What the judge knows besides the exchanges. */
export interface JudgeSettings extends Pick<RunFacts, 'baseUrl' | 'messagesUrl' | 'plan' | 'isExclusive'> {
  /** How far the run went; undefined for a recording. */
  readonly level: Level | undefined;
  /** Default: the Petstore Inventory Service. */
  readonly judged?: JudgedService | undefined;
}

/** What rules judge: all exchanges with the service, in order, as they were received. Gathered once, and shared by all who judge. */
export interface Evidence {
  readonly settings: JudgeSettings;
  readonly judged: JudgedService;
  /** Exchanges under the base URL or the messages URL; others are ignored. */
  readonly readings: readonly Reading[];
  /** Hides the secrets in what is said about the readings; undefined if they contain none. */
  readonly secrets?: Redactor | undefined;
}

/** A pure judgement over a transcript. */
export interface Rule {
  /** Permanent: never renamed, never used again. */
  readonly id: string;
  /** What a conformant service does, as a sentence in the present tense without a full stop. */
  readonly title: string;
  /** The promises that it rests on, the one that reports quote first. */
  readonly statements: readonly [string, ...string[]];
  /** `documented`: the document says it; `implied`: what it says cannot mean anything else. */
  readonly severity: 'documented' | 'implied';
  /** The lowest level whose requests can show it; `passive`: any response does. */
  readonly class: 'passive' | Level;
  /** The operations it judges; omitted: all. */
  readonly operations?: readonly string[];
  /** Returns why nothing exercised it, if more than that is known. */
  readonly whyUnexercised?: (evidence: Evidence) => string | undefined;
  /** Returns its notes, in order. An exchange that does not exercise the rule gets none. */
  readonly judge: (evidence: Evidence) => Iterable<Note>;
}

type SharedField = 'severity' | 'class' | 'operations' | 'whyUnexercised';

/** Returns the rules of a family. Unless the family or a rule states otherwise, a rule is `documented` and `passive`. */
export function ruleFamily(
  shared: Partial<Pick<Rule, SharedField>>,
  rules: readonly (Omit<Rule, SharedField> & Partial<Pick<Rule, SharedField>>)[],
): readonly Rule[] {
  return rules.map((rule) => ({ severity: 'documented', class: 'passive', ...shared, ...rule }));
}

/** Returns a judge of single items, such as responses. An item that does not exercise the rule gets no note. */
export function judgeEach<Item>(
  select: (evidence: Evidence) => Iterable<Item>,
  judgeItem: (item: Item, evidence: Evidence) => Note | Iterable<Note> | undefined,
): Rule['judge'] {
  return function* (evidence) {
    for (const item of select(evidence)) {
      const notes = judgeItem(item, evidence) ?? [];
      if ('kind' in notes) yield notes;
      else yield* notes;
    }
  };
}

/** What was seen of one open question. */
export interface Seen {
  readonly choice: JsonValue | undefined;
  readonly note: string;
  readonly readings: readonly Reading[];
  /** Members of the choice that were not seen and have the fake's default. */
  readonly unseen?: readonly string[];
  /** Members that were tested and remain unknown, by name, and why. Contains no text of the service. */
  readonly unknown?: Readonly<Record<string, string>>;
  /** What shows single members of a choice, if that is not all that shows the choice. */
  readonly members?: Readonly<Record<string, readonly Reading[]>>;
}

/** Observers of some open questions. */
export type Observers = Partial<Readonly<Record<QuestionId, ((evidence: Evidence) => Seen) | string>>>;

/** A violation of a statement, with its evidence. */
export interface Finding {
  readonly exchange: number;
  /** Other exchanges that are needed to see it. */
  readonly related: readonly number[];
  /** What was wrong, as one sentence without a full stop. Texts of the service are quoted with `quote()` and cut. */
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  /** JSON pointer into the response body; undefined if the body is not the problem. */
  readonly pointer: string | undefined;
  /** The violated statement; undefined: the rule's first. */
  readonly statement: string | undefined;
  /** Somebody else who uses the key or writes to the store could explain it. */
  readonly isExplainable: boolean;
  /** An outage that passes could explain it, until the same request is repeated. */
  readonly mayPass?: true | undefined;
}

/**
 * What one exchange shows about a rule. `inconclusive`: nothing, and why. `suspicious`: it speaks against the
 * promise without proving a violation, so the rule does not pass, however often other exchanges passed.
 */
export type Note =
  | { readonly kind: 'pass'; readonly exchange: number }
  | { readonly kind: 'violation'; readonly finding: Finding }
  | { readonly kind: 'suspicious'; readonly exchange: number; readonly why: string }
  | { readonly kind: 'inconclusive'; readonly exchange: number | undefined; readonly why: string };

export function passes({ number }: Reading): Note {
  return { kind: 'pass', exchange: number };
}

export type ViolationDetails = Pick<Finding, 'problem' | 'expected' | 'received'> & {
  readonly pointer?: string | undefined;
  readonly statement?: string | undefined;
  readonly related?: readonly Reading[];
  readonly isExplainable?: boolean;
  readonly mayPass?: true | undefined;
};

export function violates(
  { number }: Reading,
  { related = [], pointer, statement, isExplainable = false, ...rest }: ViolationDetails,
): Note {
  const numbers = related.map((reading) => reading.number);
  return {
    kind: 'violation',
    finding: { ...rest, exchange: number, related: numbers, pointer, statement, isExplainable },
  };
}

/** `why` completes “inconclusive: …”. */
export function inconclusive(reading: Reading | undefined, why: string): Note {
  return { kind: 'inconclusive', exchange: reading?.number, why };
}

export function suspicious({ number }: Reading, why: string): Note {
  return { kind: 'suspicious', exchange: number, why };
}

/** A proxy requires its own password (407), or gave up waiting for the request (408). */
const OF_PROXIES: readonly (number | undefined)[] = [407, 408];

/** Why a missing header proves nothing. */
export const HEADERS_HIDDEN = 'a browser hides headers that a cross-origin response does not expose';

/** Returns the exchanges that the document covers: its operations, except those with extensions and those that a proxy ended. */
export function documentedReadings({ readings }: Evidence): Reading[] {
  return readings.filter(
    ({ operation, isSpecial, status }) => operation !== undefined && !isSpecial && !OF_PROXIES.includes(status),
  );
}

/** Returns why a status is inconclusive for a rule that expects another one; undefined if it is conclusive. */
export function whyStatusIsInconclusive({ status, exchange, isCached }: Reading): string | undefined {
  if (status === undefined) return exchange.failure ?? 'no response';
  if (status === 429 || status >= 500 || OF_PROXIES.includes(status)) return `got ${status}`;
  return isCached ? 'the response came from a cache' : undefined;
}

/** Returns why a response is inconclusive for the promises to a request with a valid key; undefined if it is conclusive. */
export function whyInconclusive(reading: Reading): string | undefined {
  const { status, received } = reading;
  const why = whyStatusIsInconclusive(reading);
  if (why !== undefined) return why;
  if (status === 401 || status === 403) return `the key was rejected (${status})`;
  return received.kind === 'unknown' ? received.why : undefined;
}

/** Returns whether the key of a request may have been banned by then: it had exceeded a limit (§8.4). */
export function mayBeBanned({ exchange, keyName }: Reading, readings: readonly Reading[]): boolean {
  return readings.some((other) => other.keyName === keyName && other.isLimited && !precedes(exchange, other.exchange));
}

/** Returns the status in words: `302, a redirect to "https://login.example.test/"`. */
export function statusInWords({ status, header }: Reading): string {
  const location = header('location');
  const isRedirect = status !== undefined && status >= 300 && status < 400 && location !== undefined;
  return isRedirect ? `${status}, a redirect to ${quote(location)}` : String(status);
}

/** Returns a header's name and value for a text. */
export function headerInWords(reading: Reading, name: string): string {
  const value = reading.header(name);
  return value === undefined ? `no ${name}` : `${name}: ${quote(value)}`;
}

/** Returns what was received instead of a body of the right kind, in short. */
export function bodyInShort({ exchange }: Reading): string {
  const body = exchange.response?.body;
  if (body?.kind === 'text') return quote(body.text);
  if (body?.kind === 'missing') return body.why;
  return body?.kind === 'binary' ? 'bytes that are not UTF-8 text' : 'no body';
}

/** A body with this many characters is too large for no service. */
const LARGEST_PLAIN = 1_000;

/** Returns whether a body was rejected for its size: how large one may be is open. */
export function isTooLarge({ status, exchange }: Reading): boolean {
  return status === 413 && (exchange.request.body ?? '').length > LARGEST_PLAIN;
}

/** Returns whether a request with a body was sent as JSON, with a key that may be good, and uses no extension of the document. */
export function isWellSent(reading: Reading): boolean {
  return reading.operation?.requestSchema !== undefined && isSentAsJson(reading) && isPlainRequest(reading);
}

/** Returns whether a request has a key that may be good, and uses no extension of the document. */
export function isPlainRequest(reading: Reading): boolean {
  const { headers, url } = reading.exchange.request;
  return (
    reading.isKeyed && !reading.isSpecial && headerOf(headers, 'content-encoding') === undefined && !url.includes('?')
  );
}

/** Returns whether the request declares a JSON body, in UTF-8 if it names a charset. A service may reject other parameters. */
export function isSentAsJson({ exchange }: Reading): boolean {
  const type = headerOf(exchange.request.headers, 'content-type') ?? '';
  return /^\s*application\/json\s*(?:;\s*charset\s*=\s*("?)utf-8\1\s*)?;?\s*$/i.test(type);
}

/** Returns the request body; undefined if it is not JSON, begins with a byte order mark, or has a duplicate key. */
export const strictJson = memoize(readStrictly);

function readStrictly({ exchange, sent }: Reading): JsonValue | undefined {
  if (sent.kind !== 'json') return undefined;
  try {
    return parseJson(exchange.request.body ?? '');
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Returns whether a body is not JSON. A leading byte order mark is an open question. */
export function isMalformed({ sent, exchange }: Reading): boolean {
  return sent.kind === 'unreadable' && exchange.request.body?.startsWith('\uFEFF') !== true;
}

/** Returns what was received in a few words, for a finding. */
export function inShort(reading: Reading): string {
  return reading.received.kind === 'none'
    ? `${reading.status} without a body`
    : `${reading.status} with ${bodyInShort(reading)}`;
}

/** Returns how many levels deep a text of JSON is nested. Brackets in strings do not count. */
export function depthOf(text: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++level);
    if (token === ']' || token === '}') level--;
  }
  return deepest;
}

type Rejected = Omit<ViolationDetails, 'expected' | 'received'>;

/** Returns a judge of requests that must get 400. */
export function judgeRejected(
  isIt: (reading: Reading) => boolean,
  whyNot: (reading: Reading, evidence: Evidence) => string | undefined,
  describe: (reading: Reading, evidence: Evidence) => Rejected,
): Rule['judge'] {
  return judgeEach(
    ({ readings }) => readings.filter(isIt),
    (reading, evidence) => {
      const why = whyNot(reading, evidence);
      if (why !== undefined) return inconclusive(reading, why);
      if (isTooLarge(reading)) return inconclusive(reading, 'got 413, and how large a body may be is open');
      if (reading.status === 400) return passes(reading);
      const found = describe(reading, evidence);
      return violates(reading, { ...found, expected: '400 with an Error', received: inShort(reading) });
    },
  );
}
