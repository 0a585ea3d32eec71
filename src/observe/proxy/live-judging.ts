import type { Exchange, RawExchange } from '../../exchange/exchange.js';
import type { Verdict } from '../../judge/judge.js';
import type { Finding } from '../../judge/rule.js';
import { statements } from '../../spec/statements.js';
import type { TrafficJudge } from '../traffic-judge.js';
import { Pace } from './pace.js';

const SHORTEST_PAUSE_MS = 500;
/** Fewer than a judge keeps. */
const MOST_PENDING = 1_900;

/** `judged`: a run has ended, so fewer exchanges wait. */
export type JudgingReport =
  | { readonly kind: 'judged' }
  | { readonly kind: 'violation' | 'manners'; readonly news: News }
  | { readonly kind: 'bug'; readonly bug: unknown };

/** Judges traffic while it passes: in batches, and less often if that takes long. Each problem is reported once. */
export class LiveJudging {
  readonly #judge: TrafficJudge;
  readonly #report: (report: JudgingReport) => void;
  /** By rule. */
  readonly #news = { violation: new Map<string, RuleNews>(), manners: new Map<string, RuleNews>() };
  readonly #pace = new Pace(SHORTEST_PAUSE_MS, () => this.#run());
  readonly #stop: () => void;
  #judgedVersion: number;
  #judgedNumber: number;
  #unjudged = 0;

  constructor(judge: TrafficJudge, report: (report: JudgingReport) => void) {
    this.#judge = judge;
    this.#report = report;
    this.#judgedVersion = judge.version;
    this.#judgedNumber = judge.latest;
    this.#stop = judge.onRecord(() => {
      if (this.#isPressed()) void this.#pace.runNow();
      else this.#pace.plan();
    });
  }

  get violations(): readonly Tally[] {
    return talliesOf(this.#news.violation);
  }

  get manners(): readonly Tally[] {
    return talliesOf(this.#news.manners);
  }

  /** How many exchanges were dropped before they were judged. */
  get unjudged(): number {
    return this.#unjudged;
  }

  /** How many exchanges wait to be judged. */
  get pending(): number {
    return this.#judge.latest - this.#judgedNumber;
  }

  /** Judges what is left and stops. */
  finish(): void {
    this.#stop();
    void this.#pace.runNow();
  }

  /** Whether exchanges are about to be dropped unjudged. */
  #isPressed(): boolean {
    const { dropped } = this.#judge;
    return this.pending >= MOST_PENDING || (dropped > 0 && dropped >= this.#judgedNumber);
  }

  #run(): void {
    const { version, latest, dropped } = this.#judge;
    if (version === this.#judgedVersion) return;
    this.#unjudged += Math.max(0, dropped - this.#judgedNumber);
    this.#judgedVersion = version;
    this.#judgedNumber = latest;
    try {
      // No rule is about any of them.
      if (!this.#judge.isAllElsewhere) {
        this.#reportNews('violation', this.#judge.findings());
        this.#reportNews('manners', this.#judge.manners());
      }
    } catch (bug) {
      this.#report({ kind: 'bug', bug });
    }
    this.#report({ kind: 'judged' });
  }

  #reportNews(kind: 'violation' | 'manners', verdicts: readonly Verdict[]): void {
    const known = this.#news[kind];
    for (const { rule, outcome, findings } of verdicts) {
      if (outcome !== 'violation') continue;
      const ofRule = known.get(rule.id) ?? new RuleNews(rule.title);
      known.set(rule.id, ofRule);
      for (const finding of ofRule.collect(findings, this.#judge.dropped + 1)) {
        const { section, sentence } = statements[finding.statement ?? rule.statements[0]];
        this.#report({ kind, news: { rule: rule.id, section, sentence, finding } });
      }
    }
  }
}

/** A problem that was found for the first time. */
export interface News {
  readonly rule: string;
  /** The section of the document, and its sentence word for word. */
  readonly section: string;
  readonly sentence: string;
  readonly finding: Finding;
}

/** How often a rule was violated. */
export interface Tally {
  readonly rule: string;
  readonly title: string;
  /** The number of exchanges that violate it, and the first of them. */
  readonly exchanges: number;
  readonly first: number;
}

/** So many different problems of one rule are reported. */
const MOST_PROBLEMS = 5;

function talliesOf(news: ReadonlyMap<string, RuleNews>): readonly Tally[] {
  return [...news].map(([rule, { title, exchanges, first }]) => ({ rule, title, exchanges, first }));
}

/** Remembers what was reported of a rule: each verdict is about all exchanges that are remembered. */
class RuleNews {
  readonly title: string;
  exchanges = 0;
  first = Number.POSITIVE_INFINITY;
  readonly #problems = new Set<string>();
  /** Exchanges that may be judged again. */
  #counted = new Set<number>();

  constructor(title: string) {
    this.title = title;
  }

  /** Returns what is new; `oldest` is the first exchange that the findings are about. */
  collect(findings: readonly Finding[], oldest: number): readonly Finding[] {
    this.#counted = new Set([...this.#counted].filter((number) => number >= oldest));
    return findings.filter(({ exchange, problem }) => {
      if (!this.#counted.has(exchange)) this.exchanges += 1;
      this.#counted.add(exchange);
      this.first = Math.min(this.first, exchange);
      if (this.#problems.has(problem) || this.#problems.size >= MOST_PROBLEMS) return false;
      this.#problems.add(problem);
      return true;
    });
  }
}

/**
 * How many exchanges could be judged only in part or not at all: the service cut the body off, the client abandoned it, it was too large
 * to keep or could not be decoded, or the request was outside the base URL (`elsewhere`).
 */
export const NONE_INCOMPLETE = { elsewhere: 0, withoutResponse: 0, cutOff: 0, abandoned: 0, unreadable: 0 };
export type IncompleteCounts = Readonly<typeof NONE_INCOMPLETE>;

/** Returns what is missing of an exchange; undefined if nothing is. */
export function missingPart(
  { response }: Pick<Exchange, 'response'>,
  cutBy: RawExchange['cutBy'],
): keyof IncompleteCounts | undefined {
  if (cutBy === 'client') return 'abandoned';
  if (response === undefined) return 'withoutResponse';
  if (cutBy === 'service') return 'cutOff';
  return response.body.kind === 'missing' ? 'unreadable' : undefined;
}
