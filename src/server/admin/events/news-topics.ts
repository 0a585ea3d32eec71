import type { RequestUpdate } from '../../../admin/schemas/requests.js';
import type { StockUpdate } from '../../../admin/schemas/world.js';
import type { RequestSource } from '../../worlds/request-source.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { serialiseStockEntry } from '../serialise.js';
import { serialiseLine, serialiseTraffic } from '../serialise-requests.js';
import { createTopic, TICKS_A_SECOND, type Topic } from './topic.js';

const MOST_AT_FIRST = 200;
const MOST_AT_ONCE = 100;

/** Creates the topic of the journal: its newest lines. Lines that do not fit are only counted. */
export function createRequestsTopic({ log }: RequestSource): Topic {
  return createTopic<{ readonly version: number; readonly latest: number }>('requests', {
    markOf: (last) => (last?.version === log.version ? last : { version: log.version, latest: log.latest }),
    newsSince(since) {
      const { latest, count, isBoundBySize } = log;
      // A store that has lost entries brings earlier numbers back: then the journal is sent from the beginning.
      const isKnown = since !== undefined && since.latest <= latest;
      const { lines, skipped } = isKnown ? log.newest(since.latest, MOST_AT_ONCE) : log.newest(0, MOST_AT_FIRST);
      const update: RequestUpdate = { lines: lines.map(serialiseLine), skipped, latest, kept: count, isBoundBySize };
      return JSON.stringify(update);
    },
  });
}

/** Creates the topic of the requests per second: first all remembered seconds, then those whose counts may have grown. */
export function createTrafficTopic(source: RequestSource): Topic {
  const { traffic } = source;
  return createTopic<{ readonly total: number; readonly second: number }>('traffic', {
    everyTicks: TICKS_A_SECOND,
    markOf(last) {
      const second = Math.floor((traffic.latestMs ?? 0) / 1000);
      return last?.total === traffic.total ? last : { total: traffic.total, second };
    },
    newsSince: (since) => JSON.stringify(serialiseTraffic(source, since?.second)),
  });
}

/** Above this number of changes subscribers read the whole stock again. */
const MOST_CHANGES = 2_000;

/** Creates the topic of the stock: what changed since a subscriber's last event. A new subscriber reads the whole stock. */
export function createStockTopic({ world: { inventory } }: ServedWorld): Topic {
  return createTopic<number>('stock', {
    markOf: () => inventory.version,
    newsSince(since) {
      const changed = since === undefined ? undefined : inventory.changedSince(since, MOST_CHANGES);
      const update: StockUpdate = {
        version: inventory.version,
        total: inventory.list().length,
        isAllNew: changed === undefined,
        changes: changed?.map(serialiseStockEntry) ?? [],
      };
      return JSON.stringify(update);
    },
  });
}
