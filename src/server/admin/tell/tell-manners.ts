import type { MannersReport } from '../../../admin/schemas/requests.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { MannersJudge } from '../admin-route.js';

const USUALLY_JUDGED = 1_000;

/** Tells how well-mannered the clients were in the newest requests, or in those of them after the one of the number `since`. */
export async function tellManners(
  { world }: ServedWorld,
  judge: MannersJudge,
  since = 0,
  most = USUALLY_JUDGED,
): Promise<MannersReport> {
  const { exchanges: recent, run, baseUrl, messagesUrl } = world.journal.recent(most);
  const exchanges = recent.filter(({ number }) => number > since);
  const rules = await judge({ exchanges, run, baseUrl, messagesUrl });
  return { from: exchanges[0]?.number ?? 0, to: exchanges.at(-1)?.number ?? 0, rules };
}
