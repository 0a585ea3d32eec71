import { type JsonValue, writeJson } from '../../../spec/json.js';
import type { RequestSource } from '../../worlds/request-source.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { Worlds } from '../../worlds/worlds.js';
import { type AdminContext, storeOf } from '../admin-route.js';
import {
  serialiseBehaviour,
  serialiseClock,
  serialiseFaults,
  serialiseKeys,
  serialiseSnapshots,
  serialiseWorlds,
} from '../serialise.js';
import { createRequestsTopic, createStockTopic, createTrafficTopic } from './news-topics.js';
import { createReportTopic } from './report-topic.js';
import { createTextTopic, createTopic, TICKS_A_SECOND, type Topic } from './topic.js';

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
    createStoreTopic(mode),
    createClockTopic(served),
    createStockTopic(served),
    createTextTopic('keys', () => JSON.stringify(serialiseKeys(served))),
    createTextTopic('faults', () => JSON.stringify(serialiseFaults(served))),
    createBehaviourTopic(served),
    createTextTopic('snapshots', () => JSON.stringify(serialiseSnapshots(served))),
    ...exchanges,
    createWorldsTopic(mode.worlds),
  ];
}

/** Creates the topic of the shared store: sent when it goes or returns, and not for each input. */
function createStoreTopic(mode: Surroundings['mode']): Topic {
  return createTopic('store', {
    markOf() {
      const store = storeOf(mode);
      return store === null ? undefined : `${store.isReady} ${store.emptiedAt}`;
    },
    newsSince: () => JSON.stringify(storeOf(mode)),
  });
}

/** Creates the topic of the clock: sent when the clock was changed, and not for time that passes. */
export function createClockTopic(served: ServedWorld): Topic {
  return createTopic('clock', {
    markOf: () => served.world.clock.course,
    newsSince: () => JSON.stringify(serialiseClock(served)),
  });
}

/** A change replaces the behaviour. */
function createBehaviourTopic(served: ServedWorld): Topic {
  return createTopic('behaviour', {
    markOf: () => served.world.behaviour,
    newsSince: () => writeJson(serialiseBehaviour(served) as JsonValue),
  });
}

const AGES = /"(?:age|idle)Seconds":[\d.e+-]+/g;

/** Creates the topic of the list of worlds. It is not sent for ages that grow. */
function createWorldsTopic(worlds: Worlds): Topic {
  const read = () => JSON.stringify(serialiseWorlds(worlds));
  return createTopic('worlds', {
    everyTicks: TICKS_A_SECOND,
    markOf: () => read().replace(AGES, ''),
    newsSince: read,
  });
}
