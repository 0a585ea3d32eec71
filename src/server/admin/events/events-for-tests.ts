import { createParser } from 'eventsource-parser';
import { vi } from 'vitest';
import type { AdminEvent, AdminEventName, AdminEvents } from '../../../admin/events.js';
import type { ReadStore } from '../../responder.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { openWorlds } from '../../worlds/worlds-for-tests.js';
import { type AdminContext, Turns } from '../admin-route.js';
import { createEventHub } from './event-hub.js';
import { TICK_MS } from './world-topics.js';

/** The events that one stream received, each read once. */
interface ReceivedEvents {
  /** Returns the events since the last call. */
  news(): Promise<AdminEvent[]>;
  /** Returns the data of the newest event of that name among those. */
  newsOf<Name extends AdminEventName>(name: Name): Promise<AdminEvents[Name] | undefined>;
  /** Returns the text since the last call, including comments. */
  text(): Promise<string>;
  readonly hasEnded: () => boolean;
  /** Closes the stream. */
  leave(): Promise<void>;
}

type HubContext = Pick<AdminContext, 'judgeManners' | 'judgeService'> & {
  readonly upstream: string;
  readonly readStore: ReadStore;
};
const nothing = () => new Promise<never>(() => {});

/** Opens a hub over worlds of three pets, under fake timers. Manners and findings are sent only if there is a judge. */
export function openHub(
  { upstream, readStore, judgeManners = nothing, judgeService = nothing }: Partial<HubContext> = {},
  options: Parameters<typeof openWorlds>[0] = {},
) {
  const { worlds, clock } = openWorlds(options);
  const closing = new AbortController();
  const hub = createEventHub({
    version: '1.2.3',
    mode:
      upstream === undefined ? { kind: 'fake', worlds, readStore } : { kind: 'proxy', upstream, source: worlds.shared },
    judgeManners,
    judgeService,
    turns: new Turns(),
    closing: closing.signal,
  });
  const tick = (times = 1) => vi.advanceTimersByTime(times * TICK_MS);
  const watch = (served: ServedWorld = worlds.shared) => readAll(hub.open(served));
  return { hub, close: () => closing.abort(), worlds, shared: worlds.shared, clock, tick, watch };
}

/** Reads a stream as fast as it arrives. */
export function readAll(stream: ReadableStream<Uint8Array>): ReceivedEvents {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const events: AdminEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ name: event, data: JSON.parse(data) } as AdminEvent),
  });
  let text = '';
  let hasEnded = false;
  const readOn = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    hasEnded = true;
  };
  void readOn();
  const takeText = async () => {
    // Everything available has been read once all pending tasks have run.
    await new Promise(setImmediate);
    const taken = text;
    text = '';
    return taken;
  };
  const news = async () => {
    parser.feed(await takeText());
    return events.splice(0);
  };
  return {
    news,
    async newsOf<Name extends AdminEventName>(name: Name) {
      const found = (await news()).findLast((event) => event.name === name);
      return found?.data as AdminEvents[Name] | undefined;
    },
    text: takeText,
    hasEnded: () => hasEnded,
    leave: () => reader.cancel(),
  };
}
