import type { AdminEventName } from '../../../admin/events.js';

/** One thing that those who watch a world are told of. What it costs to look is paid once for all of them. */
export interface Topic {
  readonly name: AdminEventName;
  /** Looks how it is now. Called at each tick, before anybody is told. */
  look(tick: number): void;
  /**
   * Begins to tell one subscriber. Called when there is room for more, what this answers answers the JSON that brings the
   * subscriber from what it was told last to how it was at the last look; undefined where that is the same.
   */
  follow(): () => string | undefined;
}

/** Ticks are so far apart. */
export const TICK_MS = 200;
export const TICKS_A_SECOND = 1_000 / TICK_MS;

/** Returns the topic with a look at most every so many ticks. */
export function paced(topic: Topic, ticks: number): Topic {
  let next = 0;
  return {
    ...topic,
    look(tick) {
      if (tick < next) return;
      next = tick + ticks;
      topic.look(tick);
    },
  };
}

/** Creates a topic of what is told in full whenever its JSON is another one. */
export function createTextTopic(name: AdminEventName, read: () => string | undefined): Topic {
  let text: string | undefined;
  return {
    name,
    look() {
      text = read();
    },
    follow() {
      let told: string | undefined;
      return () => {
        if (text === told) return undefined;
        told = text;
        return text;
      };
    },
  };
}
