import { type JsonValue, writeJson } from '../../../spec/json.js';
import type { RequestSource } from '../../worlds/request-source.js';
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
import { createRequestsTopic, createStockTopic, createTrafficTopic } from './news-topics.js';
import { createReportTopic } from './report-topic.js';
import { createTextTopic, paced, TICKS_A_SECOND, type Topic } from './topic.js';

type Surroundings = Pick<AdminContext, 'mode' | 'judgeManners' | 'judgeService'>;

/** Returns everything that subscribers of a world follow, in the order in which it is sent. */
export function topicsOf(source: RequestSource, around: Surroundings, now: () => number): readonly Topic[] {
  const exchanges = [
    createRequestsTopic(source),
    paced(createTrafficTopic(source), TICKS_A_SECOND),
    createReportTopic('manners', source, around.judgeManners, now),
    createReportTopic('findings', source, around.judgeService, now),
  ];
  if (around.mode.kind === 'proxy') return exchanges;
  const served = source as ServedWorld;
  return [
    createClockTopic(served, now),
    createStockTopic(served),
    createTextTopic('keys', () => JSON.stringify(serialiseKeys(served))),
    createTextTopic('faults', () => JSON.stringify(serialiseFaults(served))),
    createBehaviourTopic(served),
    createTextTopic('snapshots', () => JSON.stringify(serialiseSnapshots(served))),
    ...exchanges,
    createWorldsTopic(around.mode.worlds),
  ];
}

const AGES = /"(?:age|idle)Seconds":[\d.e+-]+/g;

/** Creates the topic of the list of worlds. It is not sent for ages that grow. */
function createWorldsTopic(worlds: Worlds): Topic {
  const topic = createTextTopic(
    'worlds',
    () => JSON.stringify(serialiseWorlds(worlds)),
    (text) => text.replace(AGES, ''),
  );
  return paced(topic, TICKS_A_SECOND);
}

function createBehaviourTopic(served: ServedWorld): Topic {
  let behaviour: unknown;
  let text: string | undefined;
  return createTextTopic('behaviour', () => {
    // A change replaces the object, and serialising all questions takes time.
    if (served.world.behaviour !== behaviour) text = writeJson(serialiseBehaviour(served) as JsonValue);
    behaviour = served.world.behaviour;
    return text;
  });
}

/** The two clocks are read one after the other, and one of them in whole milliseconds. */
const toleranceMs = (scale: number) => (scale === 0 ? 0 : 1 + 20 * scale);

/**
 * Creates the topic of the clock: sent when the clock was set or its speed changed, and not for time that passes.
 * `now` is a monotonic clock, in milliseconds.
 */
export function createClockTopic(served: ServedWorld, now: () => number): Topic {
  const { clock } = served.steering;
  let sent = { mode: '', scale: 0, startMs: 0 };
  let text: string | undefined;
  return createTextTopic('clock', () => {
    const { mode, scale } = clock;
    // Constant until the clock is changed.
    const startMs = clock.now() - scale * now();
    const isMoved = Math.abs(startMs - sent.startMs) > toleranceMs(scale);
    if (text !== undefined && mode === sent.mode && scale === sent.scale && !isMoved) return text;
    sent = { mode, scale, startMs };
    text = JSON.stringify(serialiseClock(served));
    return text;
  });
}
