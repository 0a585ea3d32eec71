import type { RequestUpdate } from '../../../admin/schemas/requests.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { serialiseLine } from '../serialise-requests.js';
import type { Topic } from './topic.js';

const MOST_AT_FIRST = 200;
const MOST_AT_ONCE = 100;

/** Creates the topic of the journal: its newest lines. What came in between is counted only. */
export function createRequestsTopic({ log: journal }: ServedWorld): Topic {
  let version: number | undefined;
  /** Most subscribers were told as much as the others. */
  const written = new Map<string, string>();

  const newsAfter = (since: number, most: number): string => {
    const key = `${since} ${most}`;
    const known = written.get(key);
    if (known !== undefined) return known;
    const { lines, skipped } = journal.newest(since, most);
    const news: RequestUpdate = {
      lines: lines.map(serialiseLine),
      skipped,
      latest: journal.latest,
      kept: journal.count,
    };
    const text = JSON.stringify(news);
    written.set(key, text);
    return text;
  };

  return {
    name: 'requests',
    look() {
      if (version === journal.version) return;
      version = journal.version;
      written.clear();
    },
    follow() {
      let told: { readonly version: number | undefined; readonly latest: number } | undefined;
      return () => {
        if (told?.version === version) return undefined;
        // A snapshot that was restored has brought its numbers back: it is a journal to be read from the beginning.
        const known = told !== undefined && told.latest <= journal.latest ? told : undefined;
        told = { version, latest: journal.latest };
        return known === undefined ? newsAfter(0, MOST_AT_FIRST) : newsAfter(known.latest, MOST_AT_ONCE);
      };
    },
  };
}
