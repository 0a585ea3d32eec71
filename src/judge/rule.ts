import type { Redactor } from '../exchange/redactor.js';
import type { Level, RunFacts } from '../exchange/transcript.js';
import type { JsonObject, JsonValue } from '../json/json.js';
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
  /** The service, and the rules that it is judged by. */
  readonly judged: JudgedService;
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

/** The versions of the catalogue, the oldest first. What a published one has stays as it is. */
export const ruleVersions = ['0.2'] as const;

/** A pure judgement over a transcript. */
export interface Rule {
  /** Permanent: never renamed, never used again, and it never means anything else. */
  readonly id: string;
  /** The version of the catalogue that brought it. */
  readonly since: string;
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
  /** Which requests show it: those without a key, with a wrong or a misplaced one, or all; omitted: those with the key. */
  readonly shownBy?: 'none' | 'wrong' | 'misplaced' | 'all';
  /** Returns why nothing exercised it, if more than that is known. */
  readonly whyUnexercised?: (evidence: Evidence) => string | undefined;
  /** Returns its notes, in order. An exchange that does not exercise the rule gets none. */
  readonly judge: (evidence: Evidence) => Iterable<Note>;
}

/** A problem that another user could explain counts once it was seen this often. */
export const REPRODUCTIONS = 3;

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
