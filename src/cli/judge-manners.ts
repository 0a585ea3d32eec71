import type { Verdict } from '../judge/judge.js';
import type { Finding } from '../judge/note.js';
import { excerpt } from '../matchers/excerpt.js';
import type { MannersJudge } from '../server/admin/admin-route.js';
import { statements } from '../spec/statements.js';
import type { Exchange } from '../transcript/exchange.js';

type Rule = Awaited<ReturnType<MannersJudge>>[number];

/** Judges the client's half of a fake's journal for the control room. The judge is loaded when it is first asked: a server starts without it. */
export const judgeManners: MannersJudge = async (transcript) => {
  const { manners } = await import('../judge/manners/manners.js');
  return manners({ ...transcript, exchanges: transcript.exchanges.map(withoutGoods) }).map(tellVerdict);
};

/** Manners show in what was sent and in refusals; to read every list of pets once more is most of the work. */
function withoutGoods(exchange: Exchange): Exchange {
  const { answer } = exchange;
  if (answer === undefined || answer.status >= 400) return exchange;
  return { ...exchange, answer: { ...answer, body: { kind: 'missing', why: 'no rule of manners asks for it' } } };
}

function tellVerdict({ rule, outcome, findings, exchanges }: Verdict): Rule {
  // A rule of which nothing was seen is told apart from one that was seen and stays in doubt.
  const isSeen = outcome !== 'inconclusive' || exchanges.length > 0;
  return {
    id: rule.id,
    title: rule.title,
    section: statements[rule.statements[0]].section,
    outcome: isSeen ? outcome : 'not-run',
    findings: outcome === 'violation' ? tellFindings(findings) : [],
  };
}

/** What many requests did alike is told once: a client that hammers would fill pages. */
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
  // What one of them did is not what the others did.
  const shown = received.size === 1 ? `: ${excerpt([...received].join())}` : '';
  const exchanges = new Set(findings.map(({ exchange }) => exchange));
  return { what: `${problem}${shown}; expected ${expected}`, exchanges: [...exchanges] };
}
