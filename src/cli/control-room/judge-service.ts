import type { JudgeSettings } from '../../judge/evidence.js';
import type { Verdict } from '../../judge/judge.js';
import type { JournalJudge } from '../../server/admin/admin-route.js';
import { tellVerdict } from './tell-verdict.js';

/**
 * Judges the service's half of a journal for the control room, as somebody's recording: what another user of the key or the store could
 * explain is no violation, unless there is none. The judge is loaded when it is first asked, and between two rules whoever waits for the
 * server has a turn.
 */
export async function judgeService(
  { baseUrl, messagesUrl, ...transcript }: Parameters<JournalJudge>[0],
  known: Pick<JudgeSettings, 'plan' | 'isExclusive'>,
): ReturnType<JournalJudge> {
  const [{ gatherEvidence }, { judgeRule }, { rules }] = await Promise.all([
    import('../../judge/evidence.js'),
    import('../../judge/judge.js'),
    import('../../judge/rules/rules.js'),
  ]);
  const evidence = gatherEvidence(transcript, { baseUrl, messagesUrl, level: undefined, ...known });
  const verdicts: Verdict[] = [];
  for (const rule of rules) {
    verdicts.push(judgeRule(rule, evidence));
    await new Promise(setImmediate);
  }
  return verdicts.map(tellVerdict);
}
