import type { FindingsReport } from '../../../admin/schemas/requests.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { JournalJudge } from '../admin-route.js';

const USUALLY_JUDGED = 1_000;

/** Tells what a judge says of the newest requests, or of those of them after the one of the number `since`. */
export async function tellReport(
  { world }: ServedWorld,
  judge: JournalJudge,
  since = 0,
  most = USUALLY_JUDGED,
): Promise<FindingsReport> {
  const { exchanges: recent, run, baseUrl, messagesUrl } = world.journal.recent(most);
  const exchanges = recent.filter(({ number }) => number > since);
  const rules = await judge({ exchanges, run, baseUrl, messagesUrl });
  return { from: exchanges[0]?.number ?? 0, to: exchanges.at(-1)?.number ?? 0, rules };
}
