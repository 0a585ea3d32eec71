import { type JsonValue, writeJson } from '../../../spec/json.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { Worlds } from '../../worlds/worlds.js';
import type { AdminContext } from '../admin-route.js';
import {
  serialiseBehaviour,
  serialiseClock,
  serialiseFaults,
  serialiseKeys,
  serialiseSnapshots,
  serialiseWorlds,
} from '../serialise.js';
import { serialiseTraffic } from '../serialise-requests.js';
import { createReportTopic } from './report-topic.js';
import { createRequestsTopic } from './requests-topic.js';
import { createStockTopic } from './stock-topic.js';
import { createTextTopic, paced, TICKS_A_SECOND, type Topic } from './topic.js';

type Surroundings = Pick<AdminContext, 'worlds' | 'mode' | 'judgeManners' | 'judgeService'>;

/** Returns all that those who watch a world are told of it, in the order in which they are. */
export function topicsOf(served: ServedWorld, around: Surroundings, now: () => number): readonly Topic[] {
  const passing = [
    createRequestsTopic(served),
    paced(createTrafficTopic(served), TICKS_A_SECOND),
    createReportTopic('manners', served, around.judgeManners, now),
    createReportTopic('findings', served, around.judgeService, now),
  ];
  if (around.mode.kind === 'proxy') return passing;
  return [
    createClockTopic(served, now),
    createStockTopic(served),
    createTextTopic('keys', () => JSON.stringify(serialiseKeys(served))),
    createTextTopic('faults', () => JSON.stringify(serialiseFaults(served))),
    createBehaviourTopic(served),
    createTextTopic('snapshots', () => JSON.stringify(serialiseSnapshots(served))),
    ...passing,
    createWorldsTopic(around.worlds),
  ];
}

/** Creates the topic that all worlds have in common: which ones there are. Getting older is no news. */
function createWorldsTopic(worlds: Worlds): Topic {
  let mark: string | undefined;
  let text: string | undefined;
  const topic: Topic = {
    name: 'worlds',
    look() {
      const page = serialiseWorlds(worlds);
      text = JSON.stringify(page);
      mark = JSON.stringify(page, (name, value) => (/^(?:age|idle)Seconds$/.test(name) ? undefined : value));
    },
    follow() {
      let told: string | undefined;
      return () => {
        if (mark === told) return undefined;
        told = mark;
        return text;
      };
    },
  };
  return paced(topic, TICKS_A_SECOND);
}

function createBehaviourTopic(served: ServedWorld): Topic {
  let behaviour: unknown;
  let text: string | undefined;
  return createTextTopic('behaviour', () => {
    // A change makes another object, and writing all questions down takes its time.
    if (served.world.behaviour !== behaviour) text = writeJson(serialiseBehaviour(served) as JsonValue);
    behaviour = served.world.behaviour;
    return text;
  });
}

/** The two clocks are not read at the very same moment, and one of them in whole milliseconds. */
const toleranceMs = (scale: number) => (scale === 0 ? 0 : 1 + 20 * scale);

/**
 * Creates the topic of the clock: it is told when it was moved, or runs otherwise, and not for time that passes by itself.
 * `now` is a clock that nobody moves, in milliseconds.
 */
export function createClockTopic(served: ServedWorld, now: () => number): Topic {
  const { clock } = served.steering;
  let told = { mode: '', scale: 0, startMs: 0 };
  let text: string | undefined;
  return createTextTopic('clock', () => {
    const { mode, scale } = clock;
    // Stays the same for as long as the clock is left alone.
    const startMs = clock.now() - scale * now();
    const isMoved = Math.abs(startMs - told.startMs) > toleranceMs(scale);
    if (text !== undefined && mode === told.mode && scale === told.scale && !isMoved) return text;
    told = { mode, scale, startMs };
    text = JSON.stringify(serialiseClock(served));
    return text;
  });
}

/** Creates the topic of the traffic: first all seconds that are remembered, then those that have grown. */
export function createTrafficTopic(served: ServedWorld): Topic {
  let total: number | undefined;
  return {
    name: 'traffic',
    look() {
      total = served.traffic.total;
    },
    follow() {
      let told: number | undefined;
      let newest: number | undefined;
      return () => {
        if (told === total) return undefined;
        told = total;
        const traffic = serialiseTraffic(served, newest);
        // It may grow on.
        newest = traffic.seconds.at(-1)?.at ?? newest;
        return JSON.stringify(traffic);
      };
    },
  };
}
