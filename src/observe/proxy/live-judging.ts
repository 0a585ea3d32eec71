import type { Exchange, RawExchange } from '../../exchange/exchange.js';
import type { Verdict } from '../../judge/judge.js';
import type { Finding } from '../../judge/rule.js';
import { statements } from '../../spec/statements.js';
import type { TrafficJudge } from '../traffic-judge.js';
import { Pace } from './pace.js';

const SHORTEST_PAUSE_MS = 500;
/** Fewer than a judge keeps. */
const MOST_PENDING = 1_900;

export type JudgingReport =
  | { readonly kind: 'violation' | 'manners'; readonly news: News }
  | { readonly kind: 'bug'; readonly bug: unknown };

/** Judges traffic while it passes: in batches, and less often if that takes long. Each problem is reported once. */
export class LiveJudging {
  readonly #judge: TrafficJudge;
  readonly #report: (report: JudgingReport) => void;
  readonly #news = { violation: new NewsCollector(), manners: new NewsCollector() };
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
    return this.#news.violation.tallies;
  }

  get manners(): readonly Tally[] {
    return this.#news.manners.tallies;
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
      this.#reportNews('violation', this.#judge.findings());
      this.#reportNews('manners', this.#judge.manners());
    } catch (bug) {
      this.#report({ kind: 'bug', bug });
    }
  }

  #reportNews(kind: 'violation' | 'manners', verdicts: readonly Verdict[]): void {
    for (const news of this.#news[kind].collect(verdicts, this.#judge.dropped + 1)) this.#report({ kind, news });
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

/** Remembers what was reported: each verdict is about all exchanges that are remembered. */
class NewsCollector {
  readonly #byRule = new Map<string, RuleNews>();

  get tallies(): readonly Tally[] {
    return [...this.#byRule].map(([rule, { title, exchanges, first }]) => ({ rule, title, exchanges, first }));
  }

  /** Returns what is new in the latest verdicts; `oldest` is the first exchange that they are about. */
  collect(verdicts: readonly Verdict[], oldest: number): readonly News[] {
    const violated = verdicts.filter(({ outcome }) => outcome === 'violation');
    return violated.flatMap(({ rule, findings }) => {
      const known = this.#byRule.get(rule.id) ?? new RuleNews(rule.title);
      this.#byRule.set(rule.id, known);
      return known.collect(findings, oldest).map((finding) => {
        const { section, sentence } = statements[finding.statement ?? rule.statements[0]];
        return { rule: rule.id, section, sentence, finding };
      });
    });
  }
}

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
 * How many exchanges could be judged only in part: the service cut the body off, the client abandoned it, or it was too large to keep or
 * could not be decoded.
 */
export const NONE_INCOMPLETE = { withoutResponse: 0, cutOff: 0, abandoned: 0, unreadable: 0 };
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
