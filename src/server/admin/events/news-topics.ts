import type { RequestUpdate } from '../../../admin/schemas/requests.js';
import type { StockUpdate } from '../../../admin/schemas/world.js';
import type { RequestSource } from '../../worlds/request-source.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { serialiseStockEntry } from '../serialise.js';
import { serialiseLine, serialiseTraffic } from '../serialise-requests.js';
import { createNewsTopic, type Topic } from './topic.js';

const MOST_AT_FIRST = 200;
const MOST_AT_ONCE = 100;

/** Creates the topic of the journal: its newest lines. Lines that do not fit are only counted. */
export function createRequestsTopic({ log }: RequestSource): Topic {
  const newsSince = (mark: { readonly latest: number } | undefined): RequestUpdate => {
    const { latest, count } = log;
    // A restored snapshot brings earlier numbers back: then the journal is sent from the beginning.
    const isKnown = mark !== undefined && mark.latest <= latest;
    const { lines, skipped } = isKnown ? log.newest(mark.latest, MOST_AT_ONCE) : log.newest(0, MOST_AT_FIRST);
    return { lines: lines.map(serialiseLine), skipped, latest, kept: count };
  };
  return createNewsTopic<{ readonly version: number; readonly latest: number }>(
    'requests',
    (last) => (last?.version === log.version ? last : { version: log.version, latest: log.latest }),
    newsSince,
  );
}

/** Creates the topic of the requests per second: first all remembered seconds, then those whose counts may have grown. */
export function createTrafficTopic(source: RequestSource): Topic {
  const { traffic } = source;
  return createNewsTopic<{ readonly total: number; readonly second: number }>(
    'traffic',
    (last) => {
      const second = Math.floor((traffic.latestMs ?? 0) / 1000);
      return last?.total === traffic.total ? last : { total: traffic.total, second };
    },
    (mark) => serialiseTraffic(source, mark?.second),
  );
}

/** Above this number of changes subscribers read the whole stock again. */
const MOST_CHANGES = 2_000;

/** Creates the topic of the stock: what changed since a subscriber's last event. A new subscriber reads the whole stock. */
export function createStockTopic({ world: { inventory } }: ServedWorld): Topic {
  const newsSince = (last?: number): StockUpdate => {
    const changed = last === undefined ? undefined : inventory.changedSince(last, MOST_CHANGES);
    return {
      version: inventory.version,
      total: inventory.list().length,
      isAllNew: changed === undefined,
      changes: changed?.map(serialiseStockEntry) ?? [],
    };
  };
  return createNewsTopic('stock', () => inventory.version, newsSince);
}
