import type { Exchange } from '../../exchange/exchange.js';
import type { Verdict } from '../../judge/judge.js';
import type { Finding } from '../../judge/rule.js';
import { statements } from '../../spec/statements.js';
import type { TrafficJudge } from '../traffic-judge.js';
import { createPace, type PaceOptions } from './pace.js';
import type { WireExchange } from './wire-exchange.js';

/** Judges traffic while it passes. */
export interface LiveJudging {
  /** Judges what is left and stops. */
  finish(): void;
  readonly violations: readonly Tally[];
  readonly manners: readonly Tally[];
  /** How many exchanges were dropped before they were judged. */
  readonly unjudged: number;
  /** How many exchanges wait to be judged. */
  readonly pending: number;
}

interface LiveJudgingOptions extends Pick<PaceOptions, 'now' | 'later'> {
  readonly judge: TrafficJudge;
  readonly onViolation: (news: News) => void;
  readonly onManners: (news: News) => void;
  readonly onBug: (bug: unknown) => void;
}

const SHORTEST_PAUSE_MS = 500;
/** Fewer than a judge keeps. */
const MOST_PENDING = 1_900;

/** Starts to judge traffic: in batches, and less often if that takes long. Each problem is reported once. */
export function watchTraffic({ judge, onViolation, onManners, onBug, now, later }: LiveJudgingOptions): LiveJudging {
  const violations = new NewsCollector();
  const manners = new NewsCollector();
  const pace = createPace({ shortestPauseMs: SHORTEST_PAUSE_MS, now, later });
  let judgedVersion = judge.version;
  let judgedNumber = judge.latest;
  let unjudged = 0;

  const run = () => {
    if (judge.version === judgedVersion) return;
    const end = pace.measure();
    const oldest = judge.dropped + 1;
    unjudged += Math.max(0, oldest - 1 - judgedNumber);
    judgedVersion = judge.version;
    judgedNumber = judge.latest;
    try {
      for (const news of violations.collect(judge.findings(), oldest)) onViolation(news);
      for (const news of manners.collect(judge.manners(), oldest)) onManners(news);
    } catch (bug) {
      onBug(bug);
    }
    end();
  };
  /** Whether exchanges are about to be dropped unjudged. */
  const isPressed = () =>
    judge.latest - judgedNumber >= MOST_PENDING || (judge.dropped > 0 && judge.dropped >= judgedNumber);
  const stop = judge.onRecord(() => {
    if (isPressed()) {
      pace.cancel();
      run();
    } else pace.plan(run);
  });

  return {
    finish() {
      stop();
      pace.cancel();
      run();
    },
    get violations() {
      return violations.tallies;
    },
    get manners() {
      return manners.tallies;
    },
    get unjudged() {
      return unjudged;
    },
    get pending() {
      return judge.latest - judgedNumber;
    },
  };
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

interface Seen {
  readonly title: string;
  readonly problems: Set<string>;
  /** Exchanges that may be judged again. */
  counted: Set<number>;
  exchanges: number;
  first: number;
}

/** Remembers what was reported: each verdict is about all exchanges that are kept. */
class NewsCollector {
  readonly #byRule = new Map<string, Seen>();

  /** Returns what is new in the latest verdicts; `oldest` is the first exchange that they are about. */
  collect(verdicts: readonly Verdict[], oldest: number): readonly News[] {
    const violated = verdicts.filter(({ outcome }) => outcome === 'violation');
    return violated.flatMap((verdict) => this.#newsOf(verdict, oldest));
  }

  get tallies(): readonly Tally[] {
    return [...this.#byRule].map(([rule, { title, exchanges, first }]) => ({ rule, title, exchanges, first }));
  }

  #newsOf({ rule, findings }: Verdict, oldest: number): News[] {
    const seen = this.#byRule.get(rule.id) ?? {
      title: rule.title,
      problems: new Set(),
      counted: new Set(),
      exchanges: 0,
      first: 0,
    };
    this.#byRule.set(rule.id, seen);
    seen.counted = new Set([...seen.counted].filter((number) => number >= oldest));
    const news: News[] = [];
    for (const finding of findings) {
      if (!seen.counted.has(finding.exchange)) {
        seen.counted.add(finding.exchange);
        seen.exchanges += 1;
        if (seen.first === 0 || finding.exchange < seen.first) seen.first = finding.exchange;
      }
      if (seen.problems.has(finding.problem) || seen.problems.size >= MOST_PROBLEMS) continue;
      seen.problems.add(finding.problem);
      const { section, sentence } = statements[finding.statement ?? rule.statements[0]];
      news.push({ rule: rule.id, section, sentence, finding });
    }
    return news;
  }
}

/** How many exchanges could be judged only in part, by what is missing. */
export interface IncompleteCounts {
  /** The service sent no response. */
  readonly withoutResponse: number;
  /** The service cut the body off. */
  readonly cutOff: number;
  /** The client did not wait for the end. */
  readonly abandoned: number;
  /** The body was too large to keep, or could not be decoded. */
  readonly unreadable: number;
}

export const NONE_INCOMPLETE: IncompleteCounts = { withoutResponse: 0, cutOff: 0, abandoned: 0, unreadable: 0 };

/** Returns the counts with one more exchange. */
export function countIncomplete(
  counts: IncompleteCounts,
  { response }: Pick<Exchange, 'response'>,
  cutBy: WireExchange['cutBy'],
): IncompleteCounts {
  if (cutBy === 'client') return { ...counts, abandoned: counts.abandoned + 1 };
  if (response === undefined) return { ...counts, withoutResponse: counts.withoutResponse + 1 };
  if (cutBy === 'service') return { ...counts, cutOff: counts.cutOff + 1 };
  return response.body.kind === 'missing' ? { ...counts, unreadable: counts.unreadable + 1 } : counts;
}
