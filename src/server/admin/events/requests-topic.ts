import type { RequestUpdate } from '../../../admin/schemas/requests.js';
import type { RequestSource } from '../../worlds/request-source.js';
import { serialiseLine } from '../serialise-requests.js';
import type { Topic } from './topic.js';

const MOST_AT_FIRST = 200;
const MOST_AT_ONCE = 100;

/** Creates the topic of the journal: its newest lines. Lines that do not fit are only counted. */
export function createRequestsTopic({ log: journal }: RequestSource): Topic {
  let version: number | undefined;
  /** Most subscribers are at the same point. */
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
      let sent: { readonly version: number | undefined; readonly latest: number } | undefined;
      return () => {
        if (sent?.version === version) return undefined;
        // A restored snapshot brings earlier numbers back: then the journal is sent from the beginning.
        const known = sent !== undefined && sent.latest <= journal.latest ? sent : undefined;
        sent = { version, latest: journal.latest };
        return known === undefined ? newsAfter(0, MOST_AT_FIRST) : newsAfter(known.latest, MOST_AT_ONCE);
      };
    },
  };
}
