import type { JudgeSettings } from '../../judge/evidence.js';
import type { AdminContext } from '../../server/admin/admin-route.js';

/** What is known of the service whose journal is judged; of a fake nothing is: anybody steers it. */
type KnownOfService = Pick<JudgeSettings, 'plan' | 'isExclusive'>;

/** Makes what judges a journal for the control room. The judge is loaded when somebody asks for it: a server starts without it. */
export function journalJudges(
  known: KnownOfService = { plan: undefined, isExclusive: false },
): Pick<AdminContext, 'judgeManners' | 'judgeService'> {
  return {
    judgeManners: async (transcript) => (await import('./judge-manners.js')).judgeManners(transcript),
    judgeService: async (transcript) => (await import('./judge-service.js')).judgeService(transcript, known),
  };
}
