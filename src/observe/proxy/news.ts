import type { Verdict } from '../../judge/judge.js';
import type { Finding } from '../../judge/note.js';
import { statements } from '../../spec/statements.js';

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

export interface NewsTeller {
  /** Answers what is new in the latest verdicts; `oldest` is the first exchange that they are about. */
  tell(verdicts: readonly Verdict[], oldest: number): readonly News[];
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
export function createNewsTeller(): NewsTeller {
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
    tell(verdicts, oldest) {
      const broken = verdicts.filter(({ outcome }) => outcome === 'violation');
      return broken.flatMap((verdict) => tellOf(verdict, oldest));
    },
    get tallies() {
      return [...byRule].map(([rule, { title, exchanges, first }]) => ({ rule, title, exchanges, first }));
    },
  };
}
