import type { AdminEventName } from '../../../admin/events.js';
import type { RequestUpdate } from '../../../admin/schemas/requests.js';
import type { StockUpdate } from '../../../admin/stock.js';
import { type JsonValue, writeJson } from '../../../json/json.js';
import type { RequestSource } from '../../worlds/request-source.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { Worlds } from '../../worlds/worlds.js';
import { type AdminContext, type JournalJudge, storeOf, type Turns } from '../admin-route.js';
import { serialiseStockEntry } from '../routes/stock-routes.js';
import { views } from '../serialise.js';
import { judgeRecent, serialiseLine } from '../serialise-requests.js';

export interface Topic {
  readonly name: AdminEventName;
  /** Returns the JSON that takes the subscriber from its last event to the current state; undefined if nothing changed. */
  readonly next: (tick: number) => string | undefined;
}

export const TICK_MS = 200;
export const TICKS_A_SECOND = 1_000 / TICK_MS;

interface TopicParts<Mark> {
  /** Returns a value that is another one whenever the state is. `last` is its latest value. Undefined: nothing to send yet. */
  readonly markOf: (last: Mark | undefined) => Mark | undefined;
  /** Returns the JSON of what changed since an earlier mark; undefined: everything. */
  readonly newsSince: (since: Mark | undefined, mark: Mark) => string;
  /** The minimum number of ticks between two looks; default 0. */
  readonly everyTicks?: number;
}

function createTopic<Mark>(name: AdminEventName, { markOf, newsSince, everyTicks = 0 }: TopicParts<Mark>): Topic {
  let sent: Mark | undefined;
  let due = 0;
  const next = (tick: number) => {
    if (tick < due) return undefined;
    due = tick + everyTicks;
    const mark = markOf(sent);
    if (mark === undefined || mark === sent) return undefined;
    const text = newsSince(sent, mark);
    sent = mark;
    return text;
  };
  return { name, next };
}

/** Creates a topic that is sent in full whenever its JSON changes. */
function createTextTopic(name: AdminEventName, read: () => string | undefined): Topic {
  return createTopic(name, { markOf: read, newsSince: (_since, text) => text });
}

type Surroundings = Pick<AdminContext, 'mode' | 'judgeManners' | 'judgeService' | 'turns'>;

/** Returns everything that subscribers of a world follow, in the order in which it is sent. */
export function topicsOf(source: RequestSource, { mode, turns, ...judges }: Surroundings): readonly Topic[] {
  const exchanges = [
    createRequestsTopic(source),
    createTrafficTopic(source),
    createReportTopic('manners', source, judges.judgeManners, turns),
    createReportTopic('findings', source, judges.judgeService, turns),
  ];
  if (mode.kind === 'proxy') return exchanges;
  const served = source as ServedWorld;
  return [
    // Sent when the shared store goes or returns, and not for each input.
    createTopic('store', { markOf: () => storeOf(mode)?.isReady, newsSince: () => JSON.stringify(storeOf(mode)) }),
    createClockTopic(served),
    createStockTopic(served),
    createTextTopic('keys', () => JSON.stringify(views.keys(served))),
    createTextTopic('faults', () => JSON.stringify(views.faults(served))),
    // A change replaces the behaviour.
    createTopic('behaviour', {
      markOf: () => served.world.behaviour,
      newsSince: () => writeJson(views.behaviour(served) as JsonValue),
    }),
    createTextTopic('snapshots', () => JSON.stringify(views.snapshots(served))),
    ...exchanges,
    createWorldsTopic(mode.worlds),
  ];
}

/** Creates the topic of the clock: sent when the clock was changed, and not for time that passes. */
export function createClockTopic(served: ServedWorld): Topic {
  return createTopic('clock', {
    markOf: () => served.world.clock.course,
    newsSince: () => JSON.stringify(views.clock(served)),
  });
}

const AGES = /"(?:age|idle)Seconds":[\d.e+-]+/g;

/** Creates the topic of the list of worlds. It is not sent for ages that grow. */
function createWorldsTopic(worlds: Worlds): Topic {
  const read = () => JSON.stringify(views.worlds(worlds));
  return createTopic('worlds', {
    everyTicks: TICKS_A_SECOND,
    markOf: () => read().replace(AGES, ''),
    newsSince: read,
  });
}

const MOST_JUDGED = 500;
/** Before the first judgement: a page that opens shows the stock and the requests first. */
const FIRST_PAUSE_MS = 500;
const PAUSE_MS = 1_000;

/** Creates the topic of a judge's report: judged again after new requests, at most once a second. */
function createReportTopic(
  name: 'manners' | 'findings',
  source: RequestSource,
  judge: JournalJudge,
  turns: Turns,
): Topic {
  const { log, onBug } = source;
  let text: string | undefined;
  let judged: number | undefined;
  /** Infinite while judging. */
  let nextMs = performance.now() + FIRST_PAUSE_MS;
  const pause = turns.start(new AbortController().signal);

  const run = async () => {
    nextMs = Number.POSITIVE_INFINITY;
    judged = log.version;
    try {
      text = JSON.stringify(await judgeRecent(source, judge, pause, { most: MOST_JUDGED }));
    } catch (bug) {
      onBug(bug);
    }
    nextMs = performance.now() + PAUSE_MS;
  };

  return createTextTopic(name, () => {
    if (judged !== log.version && performance.now() >= nextMs) void run();
    return text;
  });
}

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
export function createTrafficTopic({ traffic }: RequestSource): Topic {
  return createTopic<{ readonly total: number; readonly second: number }>('traffic', {
    everyTicks: TICKS_A_SECOND,
    markOf(last) {
      const second = Math.floor((traffic.latestMs ?? 0) / 1000);
      return last?.total === traffic.total ? last : { total: traffic.total, second };
    },
    newsSince: (since) => JSON.stringify({ seconds: traffic.seconds(since?.second) }),
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
      return writeJson(update);
    },
  });
}
