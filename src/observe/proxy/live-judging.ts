import type { Exchange } from '../../exchange/exchange.js';
import type { Verdict } from '../../judge/judge.js';
import type { Finding } from '../../judge/rule.js';
import { statements } from '../../spec/statements.js';
import type { TrafficJudge } from '../traffic-judge.js';
import { createPace, type PaceOptions } from './pace.js';
import type { WireExchange } from './wire-exchange.js';

/** What has been seen so far of traffic that is judged while it passes. */
export interface LiveJudging {
  /** Judges what came since the last time, and stops looking. */
  finish(): void;
  readonly violations: readonly Tally[];
  readonly manners: readonly Tally[];
  /** How many exchanges had been forgotten before they were judged. */
  readonly unjudged: number;
  /** How many wait to be judged. */
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
const MOST_UNJUDGED = 1_900;

/** Judges traffic while it passes: in batches, and seldom where that takes long. Tells what is seen for the first time. */
export function watchTraffic({ judge, onViolation, onManners, onBug, now, later }: LiveJudgingOptions): LiveJudging {
  const violations = createNewsCollector();
  const manners = createNewsCollector();
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
  /** Whether exchanges are about to be forgotten that no rule has seen. */
  const isPressed = () =>
    judge.latest - judgedNumber >= MOST_UNJUDGED || (judge.dropped > 0 && judge.dropped >= judgedNumber);
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

/** Something that was seen for the first time. */
export interface News {
  readonly rule: string;
  /** The promise word for word, and its section of the document. */
  readonly section: string;
  readonly sentence: string;
  readonly finding: Finding;
}

/** How often a rule was broken, all told. */
export interface Tally {
  readonly rule: string;
  readonly title: string;
  /** In so many exchanges, of which this was the first. */
  readonly exchanges: number;
  readonly first: number;
}

interface NewsCollector {
  /** Returns what is new in the latest verdicts; `oldest` is the first exchange that they are about. */
  collect(verdicts: readonly Verdict[], oldest: number): readonly News[];
  readonly tallies: readonly Tally[];
}

/** So many things that one rule can find are told one by one. */
const MOST_KINDS = 5;

interface Seen {
  readonly title: string;
  readonly kinds: Set<string>;
  /** Exchanges that still may be judged again. */
  counted: Set<number>;
  exchanges: number;
  first: number;
}

/** Remembers what was told: verdicts are about all that is kept, again and again. */
function createNewsCollector(): NewsCollector {
  const byRule = new Map<string, Seen>();

  const tellOf = ({ rule, findings }: Verdict, oldest: number): News[] => {
    const seen = byRule.get(rule.id) ?? {
      title: rule.title,
      kinds: new Set(),
      counted: new Set(),
      exchanges: 0,
      first: 0,
    };
    byRule.set(rule.id, seen);
    seen.counted = new Set([...seen.counted].filter((number) => number >= oldest));
    const news: News[] = [];
    for (const finding of findings) {
      if (!seen.counted.has(finding.exchange)) {
        seen.counted.add(finding.exchange);
        seen.exchanges += 1;
        if (seen.first === 0 || finding.exchange < seen.first) seen.first = finding.exchange;
      }
      if (seen.kinds.has(finding.problem) || seen.kinds.size >= MOST_KINDS) continue;
      seen.kinds.add(finding.problem);
      const { section, sentence } = statements[finding.statement ?? rule.statements[0]];
      news.push({ rule: rule.id, section, sentence, finding });
    }
    return news;
  };

  return {
    collect(verdicts, oldest) {
      const broken = verdicts.filter(({ outcome }) => outcome === 'violation');
      return broken.flatMap((verdict) => tellOf(verdict, oldest));
    },
    get tallies() {
      return [...byRule].map(([rule, { title, exchanges, first }]) => ({ rule, title, exchanges, first }));
    },
  };
}

/** How many exchanges could not be judged as a whole, by what was missing. */
export interface IncompleteCounts {
  /** The service gave no answer. */
  readonly unanswered: number;
  /** The service broke off in the body. */
  readonly cut: number;
  /** The client did not wait for the end. */
  readonly left: number;
  /** The body was too large to be kept, or could not be decoded. */
  readonly unread: number;
}

export const NONE_INCOMPLETE: IncompleteCounts = { unanswered: 0, cut: 0, left: 0, unread: 0 };

/** Counts one exchange more. */
export function countIncomplete(
  counted: IncompleteCounts,
  { response }: Pick<Exchange, 'response'>,
  cutBy: WireExchange['cutBy'],
): IncompleteCounts {
  if (cutBy === 'client') return { ...counted, left: counted.left + 1 };
  if (response === undefined) return { ...counted, unanswered: counted.unanswered + 1 };
  if (cutBy === 'service') return { ...counted, cut: counted.cut + 1 };
  return response.body.kind === 'missing' ? { ...counted, unread: counted.unread + 1 } : counted;
}

export function addIncomplete(earlier: IncompleteCounts, later: IncompleteCounts): IncompleteCounts {
  return {
    unanswered: earlier.unanswered + later.unanswered,
    cut: earlier.cut + later.cut,
    left: earlier.left + later.left,
    unread: earlier.unread + later.unread,
  };
}
