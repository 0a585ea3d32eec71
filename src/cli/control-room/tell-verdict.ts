import type { Verdict } from '../../judge/judge.js';
import type { Finding } from '../../judge/note.js';
import { excerpt } from '../../matchers/excerpt.js';
import type { JournalJudge } from '../../server/admin/admin-route.js';
import { statements } from '../../spec/statements.js';

type Rule = Awaited<ReturnType<JournalJudge>>[number];

/** Tells a verdict for the control room. */
export function tellVerdict({ rule, outcome, findings, exchanges }: Verdict): Rule {
  // A rule of which nothing was seen is told apart from one that was seen and stays in doubt.
  const isSeen = outcome !== 'inconclusive' || exchanges.length > 0;
  const { section, sentence } = statements[findings[0]?.statement ?? rule.statements[0]];
  return {
    id: rule.id,
    title: rule.title,
    section,
    sentence,
    outcome: isSeen ? outcome : 'not-run',
    findings: outcome === 'violation' ? tellFindings(findings) : [],
  };
}

/** What many exchanges show alike is told once: a client that hammers, or an answer that is always wrong, would fill pages. */
function tellFindings(findings: readonly Finding[]): Rule['findings'] {
  const alike = new Map<string, Finding[]>();
  for (const finding of findings) {
    const mark = `${finding.problem}\n${finding.expected}`;
    const known = alike.get(mark);
    if (known === undefined) alike.set(mark, [finding]);
    else known.push(finding);
  }
  return [...alike.values()].map(tellAlike);
}

function tellAlike(findings: readonly Finding[]): Rule['findings'][number] {
  const [{ problem = '', expected = '' } = {}] = findings;
  const received = new Set(findings.map((finding) => finding.received));
  // What one of them shows is not what the others show.
  const shown = received.size === 1 ? `: ${excerpt([...received].join())}` : '';
  const exchanges = new Set(findings.map(({ exchange }) => exchange));
  return { what: `${problem}${shown}; expected ${expected}`, exchanges: [...exchanges] };
}
