import type { AdminEventName } from '../../../admin/events.js';

/** One part of a world's state that subscribers follow. It is looked at once for all of them. */
export interface Topic {
  readonly name: AdminEventName;
  /** Reads the current state. Called at each tick, before any subscriber is notified. */
  look(tick: number): void;
  /**
   * Starts to follow for one subscriber. The function that it returns is called when the subscriber has room: it returns the JSON
   * that takes the subscriber from its last event to the state of the last look; undefined if nothing changed.
   */
  follow(): () => string | undefined;
}

export const TICK_MS = 200;
export const TICKS_A_SECOND = 1_000 / TICK_MS;

/** Returns how many ticks to rest after `spentMs` of work, so that at most one part in `share` of the time is spent on it. */
export function restTicks(spentMs: number, share: number, most: number): number {
  return Math.min(most, Math.floor((share * spentMs) / TICK_MS));
}

/** Returns the topic, looking at most once every so many ticks. */
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

/** Creates a topic that is sent in full whenever its JSON changes, or the part of it that `markOf` returns. */
export function createTextTopic(
  name: AdminEventName,
  read: () => string | undefined,
  markOf: (text: string) => string = (text) => text,
): Topic {
  let text: string | undefined;
  let mark: string | undefined;
  return {
    name,
    look() {
      const next = read();
      if (next === text) return;
      text = next;
      mark = text === undefined ? undefined : markOf(text);
    },
    follow() {
      let sent: string | undefined;
      return () => {
        if (mark === sent) return undefined;
        sent = mark;
        return text;
      };
    },
  };
}

/**
 * Creates a topic that is sent whenever `markOf` returns another mark of its state. `newsSince` returns what changed since an
 * earlier mark; undefined: everything. Most subscribers are at the same mark, so each text is written once.
 */
export function createNewsTopic<Mark>(
  name: AdminEventName,
  markOf: (last: Mark | undefined) => Mark,
  newsSince: (mark: Mark | undefined) => object,
): Topic {
  let mark: Mark | undefined;
  const written = new Map<Mark | undefined, string>();
  return {
    name,
    look() {
      const current = markOf(mark);
      if (current !== mark) written.clear();
      mark = current;
    },
    follow() {
      let sent: Mark | undefined;
      return () => {
        if (sent === mark) return undefined;
        const text = written.get(sent) ?? JSON.stringify(newsSince(sent));
        written.set(sent, text);
        sent = mark;
        return text;
      };
    },
  };
}
