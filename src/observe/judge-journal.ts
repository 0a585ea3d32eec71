import { groupBy } from '../json/group-by.js';
import { gatherInSteps, judgeRule, type Verdict } from '../judge/judge.js';
import { judgedPart, mannersRules } from '../judge/manners/manners.js';
import type { Evidence, Finding, JudgeSettings, Rule } from '../judge/rule.js';
import { petstoreJudge as judged } from '../judge/rules/index.js';
import { excerpt } from '../matchers/report-lines.js';
import type { JournalJudge, Pause } from '../server/admin/admin-route.js';
import { type StatementId, statements } from '../service/statements.js';

/** Judges the clients in a journal, for the control room. No client sent what was replayed. */
export const judgeManners: JournalJudge = ({ baseUrl, messagesUrl, ...transcript }, pause) => {
  const exchanges = transcript.exchanges.filter(({ replayOf }) => replayOf === undefined);
  const settings = { baseUrl, messagesUrl, level: undefined, plan: undefined, isExclusive: false, judged };
  return judgeInSlices(mannersRules, gatherInSteps({ ...transcript, exchanges }, settings, judgedPart), pause);
};

/** The journal is like any recording: another user of the key or the store is taken into account, unless there is none. */
export function judgeService(
  { baseUrl, messagesUrl, ...transcript }: Parameters<JournalJudge>[0],
  pause: Pause,
  known: Pick<JudgeSettings, 'plan' | 'isExclusive'>,
): ReturnType<JournalJudge> {
  const settings = { baseUrl, messagesUrl, level: undefined, ...known, judged };
  return judgeInSlices(judged.rules, gatherInSteps(transcript, settings), pause);
}

/** In slices: the server responds to requests between them. */
async function judgeInSlices(
  catalogue: readonly Rule[],
  steps: Generator<void, Evidence>,
  pause: Pause,
): ReturnType<JournalJudge> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) await pause();
  const judged: JudgedRule[] = [];
  for (const rule of catalogue) {
    await pause();
    judged.push(serialiseVerdict(judgeRule(rule, step.value)));
  }
  return judged;
}

type JudgedRule = Awaited<ReturnType<JournalJudge>>[number];

function serialiseVerdict({ rule, outcome, findings, exchanges }: Verdict): JudgedRule {
  // Skipped: nothing was seen. Inconclusive: something was seen, but it proves nothing.
  const isSeen = outcome !== 'inconclusive' || exchanges.length > 0;
  const { section, sentence } = statements[(findings[0]?.statement ?? rule.statements[0]) as StatementId];
  return {
    id: rule.id,
    title: rule.title,
    section,
    sentence,
    outcome: isSeen ? outcome : 'skipped',
    findings: outcome === 'violation' ? serialiseFindings(findings) : [],
  };
}

/** Groups equal findings: a client that hammers, or a response that is always wrong, would fill pages. */
function serialiseFindings(findings: readonly Finding[]): JudgedRule['findings'] {
  const groups = groupBy(findings, ({ problem, expected }) => `${problem}\n${expected}`);
  return [...groups.values()].map((group) => {
    const [{ problem, expected }] = group;
    const received = new Set(group.map((finding) => finding.received));
    // Only what all of them received is shown.
    const shown = received.size === 1 ? `: ${excerpt([...received].join())}` : '';
    const exchanges = [...new Set(group.map(({ exchange }) => exchange))];
    return { problem: `${problem}${shown}; expected ${expected}`, exchanges };
  });
}
