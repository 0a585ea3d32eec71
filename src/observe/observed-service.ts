import type { Verdict } from '../judge/judge.js';
import type { Exchange } from '../transcript/exchange.js';
import type { Violation } from './violation.js';

/** A real service, observed while an application uses it. Is a transcript: `expect(observed).toBeWellMannered()`. */
export interface ObservedService {
  readonly baseUrl: string;
  readonly messagesUrl: string;
  /** What passed, without secrets: the newest, whose answers are complete. */
  readonly exchanges: readonly Exchange[];
  /** How many older exchanges were forgotten. */
  readonly dropped: number;
  /** No run of the suite made it. */
  readonly run: undefined;
  /** One verdict for each rule of the suite. */
  findings(): readonly Verdict[];
  /** What the service broke. */
  violations(): readonly Violation[];
  /** Whether the application did as the document asks of clients. */
  manners(): readonly Verdict[];
  /** Resolves when the answer to every request is complete. Rejects with an InputError that names those that are not after `settleTimeoutMs`. */
  settled(): Promise<void>;
  /**
   * Waits for answers that are under way, and rejects with an Error that tells every violation; `except` names rules that are left out.
   * For `afterAll`. Rejects with an InputError where there is nothing to judge, or where some was forgotten and the rest is good.
   */
  expectConformance(options?: ExpectOptions): Promise<void>;
  /** Writes what passed as a HAR file, for `petstore-mock check --from`. */
  har(creator?: { name: string; version: string }): string;
  /** Forgets what passed. */
  clear(): void;
}

export interface ExpectOptions {
  /** Ids of rules that are known to be broken. */
  readonly except?: readonly string[];
}
