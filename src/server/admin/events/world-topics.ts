import type { JsonValue } from '../../../json/json-value.js';
import { writeJson } from '../../../json/write-json.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import type { Worlds } from '../../worlds/worlds.js';
import type { AdminContext } from '../admin-route.js';
import { tellBehaviour } from '../tell/tell-behaviour.js';
import { tellFaults } from '../tell/tell-faults.js';
import { tellKeys } from '../tell/tell-keys.js';
import { tellSnapshots } from '../tell/tell-snapshots.js';
import { tellWorlds } from '../tell/tell-worlds.js';
import { createClockTopic } from './clock-topic.js';
import { createReportTopic } from './report-topic.js';
import { createRequestsTopic } from './requests-topic.js';
import { createStockTopic } from './stock-topic.js';
import { createTextTopic } from './text-topic.js';
import { paced, TICKS_A_SECOND, type Topic } from './topic.js';
import { createTrafficTopic } from './traffic-topic.js';

type Surroundings = Pick<AdminContext, 'worlds' | 'mode' | 'judgeManners' | 'judgeService'>;

/** Answers all that those who watch a world are told of it, in the order in which they are. */
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
    createTextTopic('keys', () => JSON.stringify(tellKeys(served))),
    createTextTopic('faults', () => JSON.stringify(tellFaults(served))),
    createBehaviourTopic(served),
    createTextTopic('snapshots', () => JSON.stringify(tellSnapshots(served))),
    ...passing,
    createWorldsTopic(around.worlds),
  ];
}

/** Makes the topic that all worlds have in common: which ones there are. Getting older is no news. */
function createWorldsTopic(worlds: Worlds): Topic {
  let mark: string | undefined;
  let text: string | undefined;
  const topic: Topic = {
    name: 'worlds',
    look() {
      const page = tellWorlds(worlds);
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
    if (served.world.behaviour !== behaviour) text = writeJson(tellBehaviour(served) as JsonValue);
    behaviour = served.world.behaviour;
    return text;
  });
}
