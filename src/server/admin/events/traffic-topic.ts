import type { ServedWorld } from '../../worlds/served-world.js';
import { tellTraffic } from '../tell/tell-traffic.js';
import type { Topic } from './topic.js';

/** Makes the topic of the traffic: first all seconds that are remembered, then those that have grown. */
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
        const traffic = tellTraffic(served, newest);
        // It may grow on.
        newest = traffic.seconds.at(-1)?.at ?? newest;
        return JSON.stringify(traffic);
      };
    },
  };
}
