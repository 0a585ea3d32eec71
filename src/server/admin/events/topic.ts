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

interface TopicParts<Mark> {
  /** Returns a value that is another one whenever the state is. `last` is its latest value. Undefined: nothing to send yet. */
  readonly markOf: (last: Mark | undefined) => Mark | undefined;
  /** Returns the JSON of what changed since an earlier mark; undefined: everything. */
  readonly newsSince: (since: Mark | undefined, mark: Mark) => string;
  /** The minimum number of ticks between two looks; default 0. */
  readonly everyTicks?: number;
}

/** Creates a topic that is sent whenever its mark changes. Most subscribers are at the same mark, so each text is written once. */
export function createTopic<Mark>(
  name: AdminEventName,
  { markOf, newsSince, everyTicks = 0 }: TopicParts<Mark>,
): Topic {
  let mark: Mark | undefined;
  let next = 0;
  const written = new Map<Mark | undefined, string>();
  return {
    name,
    look(tick) {
      if (tick < next) return;
      next = tick + everyTicks;
      const current = markOf(mark);
      if (current !== mark) written.clear();
      mark = current;
    },
    follow() {
      let sent: Mark | undefined;
      return () => {
        if (mark === undefined || sent === mark) return undefined;
        const text = written.get(sent) ?? newsSince(sent, mark);
        written.set(sent, text);
        sent = mark;
        return text;
      };
    },
  };
}

/** Creates a topic that is sent in full whenever its JSON changes. */
export function createTextTopic(name: AdminEventName, read: () => string | undefined): Topic {
  return createTopic(name, { markOf: read, newsSince: (_since, text) => text });
}
