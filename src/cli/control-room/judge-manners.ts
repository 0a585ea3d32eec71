import type { JournalJudge } from '../../server/admin/admin-route.js';
import { tellVerdict } from './tell-verdict.js';

/** Judges the client's half of a journal for the control room. The judge is loaded when it is first asked: a server starts without it. */
export const judgeManners: JournalJudge = async (transcript) => {
  const { manners } = await import('../../judge/manners/manners.js');
  return manners(transcript).map(tellVerdict);
};
